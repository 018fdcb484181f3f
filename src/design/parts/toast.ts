interface ToastOptions {
  readonly text: string
  /** An undo or follow-up action. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
  /** Duration in milliseconds; longer while hovered or focused. */
  readonly stayMs?: number
}

const stayDefaultMs = 6_000

let list: HTMLElement | undefined

/**
 * Shows a success message at the bottom of the screen, above every dialog, and announces it. Errors and important
 * messages belong into the page instead.
 */
export function showToast({ text, action, stayMs = stayDefaultMs }: ToastOptions): void {
  const toasts = toastList()
  const toast = document.createElement('div')
  toast.className = 'toast'
  const words = document.createElement('span')
  words.textContent = text
  toast.append(words)
  const leave = (): void => {
    toast.remove()
    if (toasts.childElementCount === 0) toasts.hidePopover?.()
  }
  if (action) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = action.label
    button.addEventListener('click', () => {
      leave()
      action.onPress()
    })
    toast.append(button)
  }
  // Hidden and shown again, so that it is above a dialog that was opened later.
  if (toasts.matches(':is(:popover-open)')) toasts.hidePopover()
  toasts.style.setProperty('--toast-floor', `${barHeight()}px`)
  // Where popovers are missing, their replacement may not have come yet: then it is below an open dialog.
  toasts.showPopover?.()
  toasts.append(toast)
  const tryLeave = (): void => {
    if (toast.matches(':hover, :focus-within')) setTimeout(tryLeave, 1_000)
    else leave()
  }
  setTimeout(tryLeave, stayMs)
}

/** How much of the window's lower edge is taken by bars, whose buttons a message must not cover. */
function barHeight(): number {
  const { innerHeight } = window
  const heights = [...document.querySelectorAll('.consent-bar, .foot-bar')].map((bar) => {
    const { top, bottom, height } = bar.getBoundingClientRect()
    const isAtEdge = height > 0 && bottom > innerHeight - 32 && top > innerHeight / 4
    return isAtEdge ? innerHeight - top : 0
  })
  return Math.max(0, ...heights)
}

function toastList(): HTMLElement {
  if (list?.isConnected) return list
  list = document.createElement('div')
  list.className = 'toasts'
  list.popover = 'manual'
  list.role = 'status'
  document.body.append(list)
  return list
}
