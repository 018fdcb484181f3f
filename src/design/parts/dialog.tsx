import { useEffect, useId, useRef, type ReactNode } from 'react'

export interface DialogProps {
  readonly isOpen: boolean
  readonly title: string
  /** Escape, or whatever else closes a dialog of the browser. */
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The browser's own modal dialog: it keeps the focus inside and gives it back when it closes. */
export function Dialog({ isOpen, title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (isOpen && !element.open) element.showModal()
    if (!isOpen && element.open) element.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-xl bg-card p-6 text-ink shadow-(--shadow) backdrop:bg-(--overlay)"
    >
      {isOpen && (
        <>
          <h2 id={titleId} className="font-display text-2xl font-bold">
            {title}
          </h2>
          {children}
        </>
      )}
    </dialog>
  )
}
