import type { ReactNode, Ref } from 'react'

interface PageTitleProps {
  /**
   * `display`: poster pages; `heading`: inside a card or a small page; `office`: back offices; absent: all other
   * pages.
   */
  readonly look?: 'display' | 'heading' | 'office' | undefined
  readonly className?: string | undefined
  /** For focusing the title when the content has changed. */
  readonly ref?: Ref<HTMLHeadingElement>
  readonly children: ReactNode
}

/** The first-level heading of a page. */
export function PageTitle({ look, className, ref, children }: PageTitleProps) {
  const classes = look ? `title title-${look}` : 'title'
  return (
    <h1
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={className ? `${classes} ${className}` : classes}
    >
      {children}
    </h1>
  )
}
