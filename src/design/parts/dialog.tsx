import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { openModal } from '../open-modal.ts'
import { useDrag } from './use-drag.ts'

export interface DialogProps {
  readonly isOpen: boolean
  readonly title: string
  /** Called on Escape, when a sheet is dragged down, and on other native ways of closing. */
  readonly onClose: () => void
  /** On phones it is at the bottom of the screen, near the thumbs, and can be dragged down to close. */
  readonly isSheet?: boolean
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** The native modal dialog: traps the focus and restores it when closed. */
export function Dialog({ isOpen, title, onClose, isSheet, isWide, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (isOpen) openModal(element)
    else if (element.open) element.close()
  }, [isOpen])
  // Restores the focus when the dialog is removed while open.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={isOpen ? titleId : undefined}
      onClose={onClose}
      className={`dialog ${isSheet ? 'dialog-sheet' : ''} ${isWide ? 'dialog-wide' : ''}`}
    >
      {isOpen && (
        <>
          {isSheet && <SheetEdge onClose={() => dialog.current?.close()} />}
          <h2 id={titleId} className="font-display text-2xl font-bold">
            {title}
          </h2>
          {children}
        </>
      )}
    </dialog>
  )
}

/** Share of the height that a sheet must be dragged down to close. */
const closingPart = 0.35

function SheetEdge({ onClose }: { onClose: () => void }) {
  const edge = useRef<HTMLDivElement>(null)
  const sheet = (): HTMLElement | null | undefined => edge.current?.closest('dialog')
  const drag = useDrag({
    onMove(distance) {
      const element = sheet()
      if (element) element.style.translate = `0 ${Math.max(0, distance)}px`
    },
    onEnd(_distance, projected) {
      const element = sheet()
      if (!element) return
      element.style.translate = ''
      if (projected > element.offsetHeight * closingPart) onClose()
    },
  })
  return (
    <div ref={edge} {...drag} className="sheet-grip sheet-handle-dialog -mx-5">
      <div className="sheet-handle" />
    </div>
  )
}
