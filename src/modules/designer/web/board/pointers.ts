/** Pointers and wheel of the drawing board: one pointer draws, two fingers or the middle button move the view. */
import type { Point } from '#seatmap/geometry.ts'

export interface PointerKeys {
  readonly isShift: boolean
  readonly isAlt: boolean
}

export interface PointerEvents {
  onDown(at: Point, keys: PointerKeys): void
  onDrag(at: Point, keys: PointerKeys): void
  /** `isTap`: the pointer has not moved. */
  onUp(at: Point, keys: PointerKeys, isTap: boolean): void
  /** The action is aborted because a second finger touched the board. */
  onCancel(): void
  onPan(deltaX: number, deltaY: number): void
  onZoom(factor: number, at: Point): void
}

const tapPixels = 4

export function createPointers(
  canvas: HTMLCanvasElement,
  events: PointerEvents,
  isPanning: () => boolean,
): () => void {
  const down = new Map<number, Point>()
  const listening = new AbortController()
  const { signal } = listening
  let start: Point = { x: 0, y: 0 }
  let hasMoved = false
  let pans = false

  const pointOf = (event: MouseEvent): Point => {
    const box = canvas.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const keysOf = (event: MouseEvent): PointerKeys => ({
    isShift: event.shiftKey,
    isAlt: event.altKey,
  })
  const spread = () => {
    const [a, b] = [...down.values()]
    if (!a || !b) return { distance: 1, middle: start }
    return {
      distance: Math.hypot(a.x - b.x, a.y - b.y) || 1,
      middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    }
  }

  function onPointerDown(event: PointerEvent): void {
    if (event.button > 1) return
    canvas.setPointerCapture(event.pointerId)
    const at = pointOf(event)
    down.set(event.pointerId, at)
    if (down.size > 1) {
      if (!pans) events.onCancel()
      pans = true
      return
    }
    start = at
    hasMoved = false
    pans = event.button === 1 || isPanning()
    if (!pans) events.onDown(at, keysOf(event))
  }

  function onPointerMove(event: PointerEvent): void {
    const before = down.get(event.pointerId)
    if (!before) return
    const at = pointOf(event)
    if (down.size > 1) {
      const old = spread()
      down.set(event.pointerId, at)
      const now = spread()
      events.onPan(now.middle.x - old.middle.x, now.middle.y - old.middle.y)
      events.onZoom(now.distance / old.distance, now.middle)
      return
    }
    if (!hasMoved && Math.hypot(at.x - start.x, at.y - start.y) <= tapPixels) return
    hasMoved = true
    down.set(event.pointerId, at)
    if (pans) events.onPan(at.x - before.x, at.y - before.y)
    else events.onDrag(at, keysOf(event))
  }

  function onPointerEnd(event: PointerEvent): void {
    if (!down.delete(event.pointerId) || down.size > 0) return
    if (pans) return
    if (event.type === 'pointercancel') events.onCancel()
    else events.onUp(pointOf(event), keysOf(event), !hasMoved)
  }

  function onWheel(event: WheelEvent): void {
    event.preventDefault()
    const pixels = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY
    if (event.shiftKey) return events.onPan(-pixels, 0)
    const speed = event.ctrlKey ? 0.01 : 0.0018
    events.onZoom(Math.exp(-Math.max(Math.min(pixels, 300), -300) * speed), pointOf(event))
  }

  canvas.addEventListener('pointerdown', onPointerDown, { signal })
  canvas.addEventListener('pointermove', onPointerMove, { signal })
  canvas.addEventListener('pointerup', onPointerEnd, { signal })
  canvas.addEventListener('pointercancel', onPointerEnd, { signal })
  canvas.addEventListener('wheel', onWheel, { signal, passive: false })
  return () => listening.abort()
}
