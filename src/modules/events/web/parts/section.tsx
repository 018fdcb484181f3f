import type { ReactNode } from 'react'
import { LocalLink } from '#design/parts/local-link.tsx'

/** A section of a page with a heading, a description, and a link to the full list. */
export function Section(props: {
  title: string
  note?: string
  /** Slug of a category, shown as a mark in its colour before the title. */
  category?: string
  more?: { to: string; text: string; label?: string }
  children: ReactNode
  className?: string
}) {
  return (
    <section className={`page mt-14 tablet:mt-20 ${props.className ?? ''}`}>
      <div className="mb-5 flex flex-wrap items-baseline gap-x-4 gap-y-1 tablet:mb-7">
        {props.category !== undefined && (
          <span
            aria-hidden="true"
            className="h-6 w-2 self-center rounded-[2px] tablet:h-8"
            style={{ background: categoryColour(props.category) }}
          />
        )}
        <h2 className="font-display text-2xl leading-tight font-[800] tablet:text-[2.25rem]">
          {props.title}
        </h2>
        {props.note !== undefined && <p className="text-soft tablet:text-lg">{props.note}</p>}
        {props.more && (
          <LocalLink
            to={props.more.to}
            aria-label={props.more.label}
            className="link ml-auto py-2 font-semibold"
          >
            {props.more.text}
          </LocalLink>
        )}
      </div>
      {props.children}
    </section>
  )
}

/** The colour of a category in the page's theme; always used beside the category's name. */
export function categoryColour(slug: string): string {
  return `var(--category-${slug}, var(--accent))`
}
