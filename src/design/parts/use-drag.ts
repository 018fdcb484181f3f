import { useRef, type PointerEvent } from 'react'

interface DragOptions {
  /** While the pointer moves: how far down it is from where it began, in pixels. */
  readonly onMove: (distance: number) => void
  /** When it is let go: the distance, and where its speed would carry it in a sixth of a second. */
  readonly onEnd: (distance: number, projected: number) => void
}

/** Pixels a finger may tremble before it drags. */
const threshold = 4
const projectionMilliseconds = 160

/** Handlers of an element that is dragged up and down; presses on what is inside it stay presses. */
export function useDrag({ onMove, onEnd }: DragOptions) {
  const drag = useRef<{ from: number; at: number; last: number; speed: number } | null>(null)
  const isDragging = useRef(false)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      if (!event.isPrimary || event.button !== 0) return
      const { clientY, timeStamp } = event
      drag.current = { from: clientY, at: timeStamp, last: clientY, speed: 0 }
      isDragging.current = false
    },
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      const { current } = drag
      if (!current) return
      const { clientY, timeStamp } = event
      if (!isDragging.current && Math.abs(clientY - current.from) < threshold) return
      if (!isDragging.current) event.currentTarget.setPointerCapture(event.pointerId)
      isDragging.current = true
      const elapsed = timeStamp - current.at
      if (elapsed > 0) current.speed = (clientY - current.last) / elapsed
      current.at = timeStamp
      current.last = clientY
      onMove(clientY - current.from)
    },
    onPointerUp(): void {
      const { current } = drag
      drag.current = null
      if (!current || !isDragging.current) return
      const distance = current.last - current.from
      onEnd(distance, distance + current.speed * projectionMilliseconds)
    },
    onPointerCancel(): void {
      if (isDragging.current) onEnd(0, 0)
      drag.current = null
      isDragging.current = false
    },
    /** A drag that ends on a button is no press of it. */
    onClickCapture(event: { preventDefault(): void; stopPropagation(): void }): void {
      if (!isDragging.current) return
      isDragging.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
