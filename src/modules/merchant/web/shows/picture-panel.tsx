import { useEffect, useState, type PointerEvent } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { isPictureFile, pictureFormats } from '#design/forms/picture-file.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button, buttonClass } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { setShowPicture, type DraftView } from '../../shows-contract.ts'
import { useTexts } from '../texts.ts'

interface PicturePanelProps {
  readonly draft: DraftView
  readonly onChanged: (draft: DraftView) => void
}

interface Chosen {
  readonly url: string
  readonly base64: string
}

const middle = { x: 0.5, y: 0.5 }
const step = 0.05
const whole = 100
/** The smallest part of the picture that is shown, in percent. */
const partMin = 40

/** The poster: an uploaded picture with its focal point, or a generated one. */
export function PicturePanel({ draft, onChanged }: PicturePanelProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isUnfit, setUnfit] = useState(false)
  const problem = isUnfit ? t('pictureUnfit') : refusal
  const [focus, setFocus] = useState(middle)
  const [zoom, setZoom] = useState(whole)
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen.url) : undefined), [chosen])

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    const base64 = await readPicture(file)
    setUnfit(base64 === null)
    setFocus(middle)
    setZoom(whole)
    if (base64 !== null) setChosen({ url: URL.createObjectURL(file), base64 })
  }
  const send = (picture: Chosen | null) =>
    run(async () => {
      const { draftId } = draft
      const body = picture
        ? { draftId, picture: picture.base64, focus, crop: cropOf(focus, zoom / whole) }
        : { draftId }
      const { pictureUrl } = await browserClient(locale).send(setShowPicture, { body })
      setChosen(null)
      onChanged({ ...draft, pictureUrl })
    })

  return (
    <Panel title={t('partPicture')} note={t('partPictureNote')} look="ruled">
      {problem && <Notice>{problem}</Notice>}
      {chosen ? (
        <div className="space-y-near">
          <Focus url={chosen.url} focus={focus} zoom={zoom} onMoved={setFocus} />
          <label className="block max-w-sm">
            <span className="font-semibold">{t('pictureZoom')}</span>
            <input
              type="range"
              min={partMin}
              max={whole}
              // To the right the picture becomes larger and less of it is shown.
              value={partMin + whole - zoom}
              aria-valuetext={`${Math.round((whole * whole) / zoom)}%`}
              onChange={({ target }) => setZoom(partMin + whole - Number(target.value))}
              className="block h-11 w-full accent-(--accent)"
            />
          </label>
          <div className="flex flex-wrap gap-near">
            <Button
              isWaiting={isWaiting}
              waitingText={t('waiting')}
              onClick={() => void send(chosen)}
            >
              {t('pictureTake')}
            </Button>
            <Button look="quiet" onClick={() => setChosen(null)}>
              {t('cancel')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-near">
          {draft.pictureUrl && (
            <img
              src={draft.pictureUrl}
              alt={t('partPicture')}
              width={160}
              height={160}
              className="size-40 rounded-md"
            />
          )}
          <FileButton onChosen={(file) => void choose(file)} />
          <Button
            look="quiet"
            isWaiting={isWaiting}
            waitingText={t('waiting')}
            onClick={() => void send(null)}
          >
            {t('pictureDraw')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function FileButton({ onChosen }: { readonly onChosen: (file: File | undefined) => void }) {
  const t = useTexts()
  return (
    <label className={buttonClass({ look: 'quiet' })}>
      <input
        type="file"
        accept={pictureFormats}
        className="sr-only"
        onChange={({ target }) => onChosen(target.files?.[0])}
      />
      {t('pictureChoose')}
    </label>
  )
}

interface FocusProps {
  readonly url: string
  readonly focus: typeof middle
  readonly zoom: number
  readonly onMoved: (focus: typeof middle) => void
}

/** The picture with its focal point, set by clicking, dragging or arrow keys. */
function Focus({ url, focus, zoom, onMoved }: FocusProps) {
  const t = useTexts()
  const within = (value: number) => Math.min(1, Math.max(0, value))
  function point(event: PointerEvent<HTMLButtonElement>): void {
    if (event.type === 'pointermove' && event.buttons === 0) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    onMoved({
      x: within((event.clientX - left) / width),
      y: within((event.clientY - top) / height),
    })
  }
  const moves: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, -step],
    ArrowDown: [0, step],
  }
  const crop = cropOf(focus, zoom / whole)
  const percent = (part: number) => `${part * 100}%`
  return (
    <button
      type="button"
      aria-label={t('pictureFocus')}
      className="relative block max-w-sm touch-none overflow-hidden rounded-md"
      onPointerDown={point}
      onPointerMove={point}
      onKeyDown={(event) => {
        const move = moves[event.key]
        if (!move) return
        event.preventDefault()
        onMoved({ x: within(focus.x + move[0]), y: within(focus.y + move[1]) })
      }}
    >
      <img src={url} alt="" className="block w-full" draggable={false} />
      <span
        className="absolute border-2 border-[rgb(255_255_255/0.9)] shadow-[0_0_0_9999px_rgb(0_0_0/0.45)]"
        style={{
          left: percent(crop.left),
          top: percent(crop.top),
          width: percent(crop.width),
          height: percent(crop.height),
        }}
      />
      <span
        className="absolute size-5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-[rgb(255_255_255)] bg-accent"
        style={{ left: percent(focus.x), top: percent(focus.y) }}
      />
    </button>
  )
}

/** The visible area of a picture: of the chosen size, around the focal point, inside the picture. */
function cropOf(focus: typeof middle, size: number) {
  const start = (at: number) => Math.min(Math.max(at - size / 2, 0), 1 - size)
  return { left: start(focus.x), top: start(focus.y), width: size, height: size }
}

/** Null for a file that is no picture, or cannot be read. */
function readPicture(file: File): Promise<string | null> {
  return isPictureFile(file) ? base64Of(file).catch(() => null) : Promise.resolve(null)
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 32_768)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)))
  return btoa(pieces.join(''))
}
