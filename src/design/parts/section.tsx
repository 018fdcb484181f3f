import { useId, type ReactNode } from 'react'

interface SectionProps {
  readonly title: ReactNode
  readonly note?: ReactNode
  /** At the end of the heading's line: a link to the full list, or a button. */
  readonly action?: ReactNode
  /** Heading level; 2 by default. */
  readonly level?: 2 | 3
  readonly className?: string
  readonly children?: ReactNode
}

/** A part of a page with its heading. */
export function Section({ title, note, action, level = 2, className, children }: SectionProps) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby={id} className={className}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-group gap-y-1">
        <Heading
          id={id}
          className={level === 2 ? 'font-display text-2xl font-bold' : 'text-lg font-semibold'}
        >
          {title}
        </Heading>
        {action}
        {note && <div className="basis-full text-soft">{note}</div>}
      </div>
      {children}
    </section>
  )
}
