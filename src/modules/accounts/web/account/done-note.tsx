import { CircleCheck } from 'lucide-react'
import { useId, type ReactNode } from 'react'

interface PanelProps {
  readonly title: string
  readonly note?: ReactNode
  readonly children?: ReactNode
}

/** One matter of the account. */
export function Panel({ title, note, children }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="rounded-xl bg-card px-5 py-6 shadow-(--shadow) tablet:px-7"
    >
      <h2 id={id} className="font-display text-xl leading-snug font-bold">
        {title}
      </h2>
      {note && <div className="mt-1 max-w-[42rem] text-soft">{note}</div>}
      {children && <div className="mt-4">{children}</div>}
    </section>
  )
}

/** A success message; announced by screen readers when it appears. */
export function DoneNote({ children }: { children: ReactNode }) {
  return (
    <output className="flex items-start gap-2 text-good empty:hidden">
      {children && (
        <>
          <CircleCheck size={22} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span>{children}</span>
        </>
      )}
    </output>
  )
}
