import type { ReactNode } from 'react'

interface PageTitleProps {
  /** `display`: walls of posters; `heading`: inside a card or a small page; `office`: the back office; absent: every other page. */
  readonly look?: 'display' | 'heading' | 'office' | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** The one first heading of a page. */
export function PageTitle({ look, className, children }: PageTitleProps) {
  const classes = look ? `title title-${look}` : 'title'
  return <h1 className={className ? `${classes} ${className}` : classes}>{children}</h1>
}
