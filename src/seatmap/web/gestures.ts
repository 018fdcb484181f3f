/** Converts pointer and wheel events to taps, pans and pinches. Points are CSS pixels inside the canvas. */
import type { Point } from '../geometry.ts'

export interface GestureEvents {
  onTap(at: Point, byTouch: boolean): void
  onDoubleTap(at: Point): void
  onPan(deltaX: number, deltaY: number): void
  /** By pinch or wheel, around a point. */
  onZoom(factor: number, at: Point): void
  /** The pointer hovers, or has left. */
  onMove(at: Point | null): void
}

/** A pointer that moves no farther than this is a tap. */
const tapPixels = 6

/** Subscribes until the returned function is called. */
export function createGestures(canvas: HTMLCanvasElement, events: GestureEvents): () => void {
  const down = new Map<number, Point>()
  const listening = new AbortController()
  const { signal } = listening
  let start: Point = { x: 0, y: 0 }
  let dragged = false

  function pointOf(event: MouseEvent): Point {
    const box = canvas.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  function spread(): { distance: number; middle: Point } {
    const [a, b] = [...down.values()]
    if (!a || !b) return { distance: 1, middle: start }
    return {
      distance: Math.hypot(a.x - b.x, a.y - b.y) || 1,
      middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    }
  }

  function onPointerDown(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    canvas.setPointerCapture(event.pointerId)
    const at = pointOf(event)
    down.set(event.pointerId, at)
    if (down.size === 1) {
      start = at
      dragged = false
    } else dragged = true
  }

  function onPointerMove(event: PointerEvent): void {
    const at = pointOf(event)
    const before = down.get(event.pointerId)
    if (!before) {
      if (event.pointerType !== 'touch') events.onMove(at)
      return
    }
    if (down.size >= 2) {
      const old = spread()
      down.set(event.pointerId, at)
      const now = spread()
      events.onPan(now.middle.x - old.middle.x, now.middle.y - old.middle.y)
      events.onZoom(now.distance / old.distance, now.middle)
      return
    }
    if (!dragged && Math.hypot(at.x - start.x, at.y - start.y) <= tapPixels) return
    if (!dragged) events.onMove(null)
    dragged = true
    canvas.dataset['dragging'] = ''
    down.set(event.pointerId, at)
    events.onPan(at.x - before.x, at.y - before.y)
  }

  function onPointerEnd(event: PointerEvent): void {
    if (!down.delete(event.pointerId) || down.size > 0) return
    delete canvas.dataset['dragging']
    if (event.type === 'pointerup' && !dragged)
      events.onTap(pointOf(event), event.pointerType === 'touch')
  }

  function onWheel(event: WheelEvent): void {
    event.preventDefault()
    const pixels = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY
    const speed = event.ctrlKey ? 0.01 : 0.0018
    events.onZoom(Math.exp(-Math.max(Math.min(pixels, 300), -300) * speed), pointOf(event))
  }

  canvas.addEventListener('pointerdown', onPointerDown, { signal })
  canvas.addEventListener('pointermove', onPointerMove, { signal })
  canvas.addEventListener('pointerup', onPointerEnd, { signal })
  canvas.addEventListener('pointercancel', onPointerEnd, { signal })
  canvas.addEventListener('pointerleave', () => events.onMove(null), { signal })
  canvas.addEventListener('dblclick', (event) => events.onDoubleTap(pointOf(event)), { signal })
  canvas.addEventListener('wheel', onWheel, { signal, passive: false })
  return () => listening.abort()
}
