import type { ReactNode, Ref } from 'react'

interface PageTitleProps {
  /** `display`: walls of posters; `heading`: inside a card or a small page; `office`: the back office; absent: every other page. */
  readonly look?: 'display' | 'heading' | 'office' | undefined
  readonly className?: string | undefined
  /** Takes the focus where the title is what has changed. */
  readonly ref?: Ref<HTMLHeadingElement>
  readonly children: ReactNode
}

/** The one first heading of a page. */
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
