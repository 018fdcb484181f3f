import { useState } from 'react'
import { playerAddress, type OutsideVideo as Video } from '#kernel/video-address.ts'
import english from '../messages/video-en.json'
import georgian from '../messages/video-ka.json'
import { ownTexts } from '../own-texts.ts'
import { useLocale } from '../texts.tsx'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Dialog } from './dialog.tsx'

const useVideoTexts = ownTexts(georgian, english)
const hostNames = { youtube: 'YouTube', vimeo: 'Vimeo' } as const
const consentKey = (host: Video['host']): string => `bileti:video-${host}`

interface OutsideVideoProps {
  readonly video: Video
  readonly title: string
  readonly onClose: () => void
}

/**
 * A video of another site in an open dialog. Nothing is requested from its host before the visitor has consented:
 * for this video, or for all of that host.
 */
export default function OutsideVideo({ video, title, onClose }: OutsideVideoProps) {
  const t = useVideoTexts()
  const locale = useLocale()
  const host = hostNames[video.host]
  const [isPlayed, setPlayed] = useState(() => hasConsent(video.host))
  const [isKept, setKept] = useState(false)

  function play(): void {
    if (isKept) saveConsent(video.host)
    setPlayed(true)
  }

  return (
    <Dialog isOpen isWide title={title} onClose={onClose}>
      {isPlayed ? (
        <div className="mt-near grid aspect-video place-items-center rounded-md bg-sunk">
          <p className="col-start-1 row-start-1 text-soft">{t('wait')}</p>
          <iframe
            src={playerAddress(video, locale)}
            title={title}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            // oxlint-disable-next-line react/iframe-missing-sandbox -- of another origin: its own storage is all it may reach
            sandbox="allow-scripts allow-same-origin allow-presentation"
            referrerPolicy="strict-origin-when-cross-origin"
            className="col-start-1 row-start-1 size-full rounded-md"
          />
        </div>
      ) : (
        <div className="mt-near space-y-group">
          <p className="text-soft">{t('note', { host })}</p>
          <Checkbox
            label={t('keep', { host })}
            checked={isKept}
            onChange={({ target }) => setKept(target.checked)}
          />
          <Button onClick={play}>{t('play')}</Button>
        </div>
      )}
    </Dialog>
  )
}

/** Without storage the visitor is asked each time. */
function hasConsent(host: Video['host']): boolean {
  try {
    return localStorage.getItem(consentKey(host)) !== null
  } catch {
    return false
  }
}

function saveConsent(host: Video['host']): void {
  try {
    localStorage.setItem(consentKey(host), 'yes')
  } catch {
    // Storage is blocked: the visitor is asked again.
  }
}
