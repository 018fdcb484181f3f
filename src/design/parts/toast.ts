interface ToastOptions {
  readonly text: string
  /** Takes back what was done, or leads on. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
  /** How long it stays, in milliseconds; while it is pointed at or has the focus it stays longer. */
  readonly stayMs?: number
}

const stayDefaultMs = 6_000

let list: HTMLElement | undefined

/**
 * Says that something went well, at the foot of the screen and above every dialog; a screen reader reads it out. What
 * went wrong, and what must not be missed, is in the page instead.
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
    if (toasts.childElementCount === 0) toasts.hidePopover()
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
  // Hidden and shown again, it lies above a dialog that was opened after it.
  if (toasts.matches(':popover-open')) toasts.hidePopover()
  toasts.showPopover()
  toasts.append(toast)
  const tryLeave = (): void => {
    if (toast.matches(':hover, :focus-within')) setTimeout(tryLeave, 1_000)
    else leave()
  }
  setTimeout(tryLeave, stayMs)
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
