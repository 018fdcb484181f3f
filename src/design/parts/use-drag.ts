import { useRef, type PointerEvent } from 'react'

interface DragOptions {
  /** During a drag: vertical distance from its start, in pixels. */
  readonly onMove: (distance: number) => void
  /** At the end: the distance, and its projection a sixth of a second ahead at the current speed. */
  readonly onEnd: (distance: number, projected: number) => void
}

/** Movement in pixels before a drag starts. */
const threshold = 4
const projectionMilliseconds = 160

/** Handlers of a vertically draggable element; clicks inside it still work. */
export function useDrag({ onMove, onEnd }: DragOptions) {
  const wasDragged = useRef(false)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      if (!event.isPrimary || event.button !== 0) return
      const from = event.clientY
      const last = { y: from, at: event.timeStamp, speed: 0 }
      const listening = new AbortController()
      // A fast pointer leaves the element with its first move.
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
    /** Suppresses the click when a drag ends on a button. */
    onClickCapture(event: { preventDefault(): void; stopPropagation(): void }): void {
      if (!wasDragged.current) return
      wasDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
