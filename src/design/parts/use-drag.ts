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
  const wasDragged = useRef(false)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      if (!event.isPrimary || event.button !== 0) return
      const from = event.clientY
      const last = { y: from, at: event.timeStamp, speed: 0 }
      const listening = new AbortController()
      // A quick pointer is outside the element with its first move.
      const { signal } = listening
      wasDragged.current = false
      const move = ({ clientY, timeStamp }: globalThis.PointerEvent): void => {
        if (!wasDragged.current && Math.abs(clientY - from) < threshold) return
        wasDragged.current = true
        const elapsed = timeStamp - last.at
        if (elapsed > 0) last.speed = (clientY - last.y) / elapsed
        last.at = timeStamp
        last.y = clientY
        onMove(clientY - from)
      }
      const end = (isKept: boolean): void => {
        listening.abort()
        if (!wasDragged.current) return
        const distance = isKept ? last.y - from : 0
        onEnd(distance, distance + (isKept ? last.speed * projectionMilliseconds : 0))
      }
      window.addEventListener('pointermove', move, { signal })
      window.addEventListener('pointerup', () => end(true), { signal })
      window.addEventListener('pointercancel', () => end(false), { signal })
    },
    /** A drag that ends on a button is no press of it. */
    onClickCapture(event: { preventDefault(): void; stopPropagation(): void }): void {
      if (!wasDragged.current) return
      wasDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
