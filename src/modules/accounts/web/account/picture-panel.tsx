import { useRef, useState, type ChangeEvent } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { PersonIcon } from '#design/parts/icon.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { accountsImageDelete, accountsImagePut } from '../../care-contract.ts'
import type { AccountView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { Panel } from '#design/parts/card.tsx'

/** Pixels of the longer side that are sent; the server keeps fewer. */
const sideMax = 1024

export function PicturePanel({ account }: { account: AccountView }) {
  const t = useTexts()
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const { run, isWaiting, refusal } = usePageWork()
  const [isUnreadable, setUnreadable] = useState(false)

  async function choose(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    const image = await downscale(file)
    setUnreadable(image === null)
    if (image === null) return
    await run(() => browserClient(locale).send(accountsImagePut, { body: { image } }))
  }

  const problem = isUnreadable ? t('pictureUnreadable') : refusal
  return (
    <Panel title={t('pictureTitle')}>
      {problem && <Notice>{problem}</Notice>}
      <div className="flex flex-wrap items-center gap-5">
        <AccountPicture account={account} size="large" />
        <div className="flex flex-wrap gap-3">
          <input
            ref={input}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            aria-label={t('pictureChoose')}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => void choose(event)}
          />
          <Button
            look="quiet"
            isWaiting={isWaiting}
            waitingText={t('saving')}
            onClick={() => input.current?.click()}
          >
            {account.imageUrl ? t('pictureChange') : t('pictureChoose')}
          </Button>
          {account.imageUrl && (
            <button
              type="button"
              className="link min-h-11 px-2"
              onClick={() => void run(() => browserClient(locale).send(accountsImageDelete))}
            >
              {t('pictureRemove')}
            </button>
          )}
        </div>
      </div>
    </Panel>
  )
}

export function AccountPicture(props: { account: AccountView; size: 'small' | 'large' }) {
  const { account, size } = props
  const look = `${size === 'large' ? 'size-20' : 'size-14'} shrink-0 rounded-full`
  return account.imageUrl ? (
    <img src={account.imageUrl} alt="" className={`${look} object-cover`} />
  ) : (
    <span className={`${look} grid place-items-center bg-sunk text-soft`}>
      <PersonIcon size={size === 'large' ? 36 : 26} />
    </span>
  )
}

/** The picture no larger than need be, as base64 of a JPEG; null when the browser cannot read the file. */
async function downscale(file: File): Promise<string | null> {
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file)
  } catch {
    return null
  }
  const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const surface = canvas.getContext('2d')
  if (!surface) return null
  // JPEG knows no transparency; without paper below it would turn black.
  surface.fillStyle = '#fff'
  surface.fillRect(0, 0, canvas.width, canvas.height)
  surface.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.toDataURL('image/jpeg', 0.85).split(',', 2)[1] ?? null
}
