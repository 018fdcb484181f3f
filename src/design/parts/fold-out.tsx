import { useState, type ReactNode } from 'react'
import { ForwardIcon } from './control-icons.tsx'

interface FoldOutProps {
  readonly title: ReactNode
  /** At the end of the row, before the arrow: what is inside, in a word or two. */
  readonly note?: ReactNode
  /** Open from the start, and again whenever this becomes true; what a person closed stays closed until then. */
  readonly isOpen?: boolean
  /** `section`: between two rules, a part of a page; absent: among fields. */
  readonly look?: 'section' | undefined
  readonly className?: string
  readonly children: ReactNode
}

/** One row that opens what few people need. What is inside is made when it is opened first. */
export function FoldOut({ title, note, isOpen = false, look, className, children }: FoldOutProps) {
  const [pressed, setPressed] = useState<{ since: boolean; open: boolean } | null>(null)
  const open = pressed?.since === isOpen ? pressed.open : isOpen
  const [wasOpened, setOpened] = useState(open)
  if (open && !wasOpened) setOpened(true)
  return (
    <details
      open={open}
      className={`fold-out ${look ? `fold-out-${look}` : ''} ${className ?? ''}`}
      onToggle={(event) => {
        const { open: shown } = event.currentTarget
        if (shown !== open) setPressed({ since: isOpen, open: shown })
      }}
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
