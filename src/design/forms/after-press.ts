/** Delays validation messages until a click ends, so that they do not shift the clicked element. */

let isPressed = false
const waiting: (() => void)[] = []

/** A click is dispatched in the same task as the pointer's release, or soon after it on touch screens. */
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

/** Runs `act` now, or after the current press has become a click. */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act)
  else act()
}
