import { useState, type ReactNode } from 'react'

interface FoldOutProps {
  readonly title: ReactNode
  /** A short summary of the content, before the arrow. */
  readonly note?: ReactNode
  /** Opens it initially, and whenever this becomes true; only a click closes it. */
  readonly isOpen?: boolean
  /** `section`: a part of a page between two rules; absent: among fields. */
  readonly look?: 'section' | undefined
  readonly className?: string
  readonly children: ReactNode
}

/** A collapsed row for rarely needed content, which is rendered when first opened. */
export function FoldOut({ title, note, isOpen = false, look, className, children }: FoldOutProps) {
  const [open, setOpen] = useState(isOpen)
  const [before, setBefore] = useState(isOpen)
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen !== before) {
    setBefore(isOpen)
    // Never closed by a change of props while it is being used.
    if (isOpen) setOpen(true)
  }
  if (open && !wasOpened) setOpened(true)
  return (
    <details
      open={open}
      className={`fold-out${look ? ` fold-out-${look}` : ''}${className ? ` ${className}` : ''}`}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="fold-out-row">
        <span>{title}</span>
        {note && <span className="figures shrink-0 font-normal text-soft">{note}</span>}
      </summary>
      {wasOpened && children}
    </details>
  )
}
