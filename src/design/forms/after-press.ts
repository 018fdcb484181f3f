/** Waiting for the end of a press, so that what a field says when it is left moves nothing under the pointer. */

let isPressed = false
const waiting: (() => void)[] = []

/** A click is dispatched in the same task as the end of its press, or soon after on a touch screen. */
const clickMilliseconds = 50

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isPressed = true), true)
  for (const end of ['pointerup', 'pointercancel'])
    document.addEventListener(end, () => setTimeout(release, clickMilliseconds), true)
}

function release(): void {
  isPressed = false
  for (const act of waiting.splice(0)) act()
}

/** Runs `act` now, or once the press that is under way has become a click. */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act)
  else act()
}
