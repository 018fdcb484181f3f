/** What can be pressed. */
const pressable = 'a[href], button:enabled, summary, label, input:enabled, [role=option]'

/** A finger or a mouse moves by less during a press. */
const stillPixels = 12

interface Press {
  readonly on: Element
  readonly at: DOMRect
  readonly x: number
  readonly y: number
}

/**
 * A press counts for what was pressed, also if that moved before the release: a part above it whose script came, a picture
 * or a live change. Browsers then give the click to whatever both places have in common, so that it is lost, or on a
 * touchscreen to what is under the finger now.
 */
export function keepMovedPresses(): void {
  let press: Press | null = null
  addEventListener(
    'pointerdown',
    ({ target, isPrimary, button, clientX: x, clientY: y }) => {
      const on = target instanceof Element && isPrimary && button === 0 && target.closest(pressable)
      press = on ? { on, at: on.getBoundingClientRect(), x, y } : null
    },
    { capture: true },
  )
  addEventListener('pointercancel', () => (press = null), { capture: true })
  // Before React and the router, which listen at the document.
  addEventListener(
    'click',
    (event) => {
      const begun = press
      press = null
      // Keys press without a pointer, and scripts repeat presses.
      if (!begun || event.detail === 0 || !event.isTrusted || !isElsewhere(begun, event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      begun.on.dispatchEvent(new MouseEvent('click', event))
    },
    { capture: true },
  )
}

/** Whether what was pressed is no longer under a pointer that stayed where it was. */
function isElsewhere({ on, at, x, y }: Press, event: MouseEvent): boolean {
  if (event.target instanceof Node && on.contains(event.target)) return false
  if (Math.hypot(event.clientX - x, event.clientY - y) > stillPixels) return false
  if (!on.isConnected || !on.matches(pressable)) return false
  const { left, top } = on.getBoundingClientRect()
  return left !== at.left || top !== at.top
}
