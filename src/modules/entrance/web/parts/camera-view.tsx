import { Camera, CameraOff, Flashlight, FlashlightOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { startCamera, type RunningCamera } from '../scanner/camera.ts'
import { useTexts } from '../texts.ts'

/** The camera, on request: it uses battery, and many entrances have wired scanners. */
export function CameraView({ onText }: { onText: (text: string) => void }) {
  const t = useTexts()
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState<RunningCamera | null>(null)
  const [isLit, setLit] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => () => camera?.stop(), [camera])

  async function start(): Promise<void> {
    setFailed(false)
    try {
      if (video.current) setCamera(await startCamera(video.current, onText))
    } catch {
      setFailed(true)
    }
  }

  function stop(): void {
    camera?.stop()
    setCamera(null)
    setLit(false)
  }

  async function turnLight(): Promise<void> {
    await camera?.setTorch(!isLit)
    setLit(!isLit)
  }

  const Light = isLit ? FlashlightOff : Flashlight
  return (
    <div>
      <video ref={video} muted playsInline className={camera ? 'scan-video' : 'hidden'} />
      {hasFailed && (
        <p role="alert" className="mb-3 text-warn">
          {t('noCamera')}
        </p>
      )}
      <div className="flex gap-3 *:grow">
        {camera ? (
          <Button look="quiet" onClick={stop}>
            <CameraOff size={20} aria-hidden="true" />
            {t('stopCamera')}
          </Button>
        ) : (
          <Button size="large" onClick={() => void start()}>
            <Camera size={22} aria-hidden="true" />
            {t('startCamera')}
          </Button>
        )}
        {camera?.hasTorch && (
          <Button look="quiet" onClick={() => void turnLight()}>
            <Light size={20} aria-hidden="true" />
            {isLit ? t('torchOff') : t('torchOn')}
          </Button>
        )}
      </div>
    </div>
  )
}
