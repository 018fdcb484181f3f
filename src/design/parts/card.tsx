import { useId, type ElementType, type HTMLAttributes, type ReactNode } from 'react'

interface CardProps extends HTMLAttributes<HTMLElement> {
  /** `lifted`: a matter of its own on a page; `open`: the same, and its parts have their own paddings; `ruled`: among many; `sunk`: inside another; absent: flat. */
  readonly look?: 'lifted' | 'open' | 'ruled' | 'sunk' | undefined
  /** A note with an edge in the colour of what it says. */
  readonly tone?: 'plain' | 'good' | 'warn' | 'bad' | undefined
  /** The element; `div` unless told otherwise. */
  readonly as?: ElementType
}

/** A surface that holds things together. */
export function Card({ look, tone, as: Element = 'div', className, ...rest }: CardProps) {
  let classes = 'card'
  if (look) classes += ` card-${look}`
  if (tone) classes += ` card-note card-${tone}`
  return <Element {...rest} className={className ? `${classes} ${className}` : classes} />
}

interface PanelProps {
  readonly title: ReactNode
  readonly note?: ReactNode
  /** Beside the title: a button or a badge. */
  readonly action?: ReactNode
  readonly look?: CardProps['look']
  readonly className?: string
  readonly children?: ReactNode
}

/** A card with a heading: one matter of a page, and a region of its own for a screen reader. */
export function Panel({ title, note, action, look = 'lifted', className, children }: PanelProps) {
  const id = useId()
  return (
    <Card as="section" look={look} aria-labelledby={id} className={className}>
      <div className="flex flex-wrap items-center justify-between gap-x-group gap-y-tight">
        <h2 id={id} className="font-display text-xl leading-snug font-bold">
          {title}
        </h2>
        {action}
      </div>
      {note && <div className="mt-1 max-w-[42rem] text-soft">{note}</div>}
      {children && <div className="mt-4">{children}</div>}
    </Card>
  )
}
