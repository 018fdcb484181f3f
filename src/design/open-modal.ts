/**
 * Opens a native dialog, and marks one that was opened by the keyboard. WebKit counts the focus that a dialog gets as one by the
 * keyboard, whatever opened it, and would draw a ring around it.
 */
export function openModal(dialog: HTMLDialogElement): void {
  if (dialog.open) return
  const isByKeys = document.activeElement?.matches(':focus-visible') ?? false
  dialog.toggleAttribute('data-by-keys', isByKeys)
  dialog.showModal()
}
