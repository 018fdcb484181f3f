import { useState, type ReactNode } from 'react'
import { ForwardIcon } from './control-icons.tsx'

interface FoldOutProps {
  readonly title: ReactNode
  /** At the end of the row, before the arrow: what is inside, in a word or two. */
  readonly note?: ReactNode
  /** Opens it from the start, and whenever this becomes true; it closes by a press only. */
  readonly isOpen?: boolean
  /** `section`: between two rules, a part of a page; absent: among fields. */
  readonly look?: 'section' | undefined
  readonly className?: string
  readonly children: ReactNode
}

/** One row that opens what few people need. What is inside is made when it is opened first. */
export function FoldOut({ title, note, isOpen = false, look, className, children }: FoldOutProps) {
  const [open, setOpen] = useState(isOpen)
  const [before, setBefore] = useState(isOpen)
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen !== before) {
    setBefore(isOpen)
    // Nothing closes under the hands of who works in it.
    if (isOpen) setOpen(true)
  }
  if (open && !wasOpened) setOpened(true)
  return (
    <details
      open={open}
      className={`fold-out ${look ? `fold-out-${look}` : ''} ${className ?? ''}`}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="fold-out-row">
        <span className="min-w-0 grow">{title}</span>
        {note && <span className="figures shrink-0 font-normal text-soft">{note}</span>}
        <ForwardIcon className="fold-out-arrow" />
      </summary>
      {wasOpened && children}
    </details>
  )
}
