import { Play } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { videoOf } from '#kernel/video-address.ts'
import { late } from '../late.ts'
import { Button } from './button.tsx'
import { LinkButton } from './link-button.tsx'

const OutsideVideo = lazy(() => late(import('./outside-video.tsx')))

interface VideoButtonProps {
  /** Address of the video's page at its host. */
  readonly address: string
  readonly label: string
  readonly title: string
}

/** Opens an external video in a dialog; a link if its host is not supported. */
export function VideoButton({ address, label, title }: VideoButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const video = videoOf(address)
  if (video === null)
    return (
      <LinkButton look="quiet" href={address} target="_blank" rel="noreferrer">
        <Play size={20} aria-hidden="true" />
        {label}
      </LinkButton>
    )
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Play size={20} aria-hidden="true" />
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <OutsideVideo video={video} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
