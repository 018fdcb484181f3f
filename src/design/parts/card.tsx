import { useId, type ElementType, type HTMLAttributes, type ReactNode } from 'react'

interface CardProps extends HTMLAttributes<HTMLElement> {
  /**
   * `lifted`: a separate block of a page; `open`: the same, without its own padding; `ruled`: one of many; `sunk`:
   * inside another; absent: flat.
   */
  readonly look?: 'lifted' | 'open' | 'ruled' | 'sunk' | undefined
  /** An edge in the colour of the message. */
  readonly tone?: 'plain' | 'good' | 'warn' | 'bad' | undefined
  /** The element; `div` by default. */
  readonly as?: ElementType
}

/** A surface for related content. */
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

/** A card with a heading: a part of a page, and a region for screen readers. */
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
