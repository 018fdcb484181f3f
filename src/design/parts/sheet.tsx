import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useKitTexts } from '../kit-texts.ts'
import { useDrag } from './use-drag.ts'

interface SheetProps {
  /** Accessible name of the region. */
  readonly label: string
  /** Snap heights on phones in ascending order, as fractions of the window's height. */
  readonly stops?: readonly number[]
  /** Index of the current height. */
  readonly stop: number
  readonly onStop: (stop: number) => void
  /** Always visible, at the top; the sheet can be dragged by it. */
  readonly head?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/**
 * Covers the bottom of a page on phones, while the page stays usable; dragged by its head, or moved by its handle
 * or the arrow keys. On wide windows it is part of the page, without a handle.
 */
export function Sheet(props: SheetProps) {
  const { label, stops = [0.16, 0.5, 0.9], stop, onStop, head, className, children } = props
  const t = useKitTexts()
  const bodyId = useId()
  const sheet = useRef<HTMLElement>(null)
  const highest = stops.length - 1
  const place = (height: string): void => sheet.current?.style.setProperty('--sheet-height', height)
  const rest = (index: number): string => `${(stops[index] ?? 0.5) * 100}dvh`
  const began = useRef(0)

  const drag = useDrag({
    onMove(distance) {
      const { current } = sheet
      if (!current) return
      if (current.dataset['dragged'] === undefined) began.current = current.offsetHeight
      current.dataset['dragged'] = ''
      place(`${began.current - distance}px`)
    },
    onEnd(_distance, projected) {
      const { current } = sheet
      if (!current) return
      delete current.dataset['dragged']
      const next = nearest(stops, (began.current - projected) / window.innerHeight)
      place(rest(next))
      if (next !== stop) onStop(next)
    },
  })

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.min(highest, Math.max(0, stop + step))
    if (next !== stop) onStop(next)
  }

  return (
    <section
      ref={sheet}
      aria-label={label}
      data-stop={stop}
      className={`sheet ${className ?? ''}`}
      style={{ '--sheet-height': rest(stop) } as object}
    >
      <div {...drag} className="sheet-grip">
        <button
          type="button"
          className="sheet-handle"
          aria-expanded={stop > 0}
          aria-controls={bodyId}
          aria-label={stop === highest ? t('sheetLess') : t('sheetMore')}
          onClick={() => onStop(stop === highest ? 0 : stop + 1)}
          onKeyDown={onKeyDown}
        />
        {head}
      </div>
      {/* Keyboard users scroll it with the arrow keys. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div id={bodyId} className="sheet-body" tabIndex={0}>
        {children}
      </div>
    </section>
  )
}

/** Index of the nearest stop to a height, which is a fraction of the window's. */
function nearest(stops: readonly number[], height: number): number {
  let best = 0
  for (const [index, each] of stops.entries())
    if (Math.abs(each - height) < Math.abs((stops[best] ?? 0) - height)) best = index
  return best
}
