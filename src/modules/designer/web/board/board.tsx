import { useEffect, useEffectEvent, useId, useRef, type KeyboardEvent } from 'react'
import { useTexts } from '../texts.ts'
import type { BoardContent, BoardEvents, BoardView } from './board-state.ts'
import { createBoardView } from './board-view.ts'
import '#seatmap/web/seatmap.css'

interface BoardProps {
  readonly name: string
  readonly content: BoardContent
  readonly events: BoardEvents
  readonly onView: (view: BoardView | null) => void
  /** Returns whether the key has a function. */
  readonly onKey: (event: KeyboardEvent) => boolean
  /** Announced to screen readers after each change of the selection. */
  readonly announcement: string
}

function useBoardView({ content, events, onView }: BoardProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<BoardView | null>(null)
  const onSelect = useEffectEvent(events.onSelect)
  const onMove = useEffectEvent(events.onMove)
  const onDraw = useEffectEvent(events.onDraw)
  const onPaint = useEffectEvent(events.onPaint)
  const onMeasure = useEffectEvent(events.onMeasure)
  const reportView = useEffectEvent(onView)
  const make = useEffectEvent((element: HTMLCanvasElement) =>
    createBoardView(element, content, {
      onSelect: (selection) => onSelect(selection),
      onMove: (dx, dy, isCopy) => onMove(dx, dy, isCopy),
      onDraw: (tool, box) => onDraw(tool, box),
      onPaint: (items) => onPaint(items),
      onMeasure: (text) => onMeasure(text),
    }),
  )
  useEffect(() => {
    if (!canvas.current) return undefined
    const made = make(canvas.current)
    view.current = made
    reportView(made)
    return () => {
      made.destroy()
      reportView(null)
    }
  }, [])
  useEffect(() => view.current?.update(content), [content])
  return canvas
}

/** The drawing board: one canvas, which is one control with its own keyboard shortcuts. */
export function Board(props: BoardProps) {
  const { name, content, onKey, announcement } = props
  const t = useTexts()
  const canvas = useBoardView(props)
  const helpId = useId()
  return (
    <div className="seatmap seatmap-board h-full rounded-none">
      {/* All actions on the canvas are also available in the panels. */}
      <canvas
        ref={canvas}
        tabIndex={0}
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role
        role="application"
        aria-label={t('board', { name })}
        aria-describedby={helpId}
        data-tool={content.tool}
        style={{ cursor: cursorOf(content), touchAction: 'none' }}
        onKeyDown={(event) => {
          if (onKey(event)) event.preventDefault()
        }}
      />
      <p id={helpId} className="seatmap-hidden">
        {t('boardHelp')}
      </p>
      <div className="seatmap-hidden" aria-live="polite">
        {announcement}
      </div>
    </div>
  )
}

function cursorOf({ tool, isReadOnly }: BoardContent): string {
  if (isReadOnly || tool === 'hand') return 'grab'
  return tool === 'select' ? 'default' : 'crosshair'
}
