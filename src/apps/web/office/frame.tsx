import type { ReactNode } from 'react'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Mark } from '#design/parts/mark.tsx'
import { LanguageLink } from '../parts/language-link.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { ThemeMenu } from '../parts/theme-menu.tsx'
import { useShellTexts } from '../texts.ts'

interface OfficeFrameProps {
  /** Where the mark leads. */
  readonly home: string
  readonly name: string
  /** Between the name and the switches of language and theme. */
  readonly tools?: ReactNode
  /** Behind them: the way out. */
  readonly leave?: ReactNode
  /** Below the head, across the page. */
  readonly nav?: ReactNode
  /** Holds `#content`. */
  readonly children: ReactNode
}

/** What a back office has around its pages: a plain workbench, separate from the shop and hidden from search engines. */
export function OfficeFrame({ home, name, tools, leave, nav, children }: OfficeFrameProps) {
  const shell = useShellTexts()
  return (
    <div className="flex min-h-dvh flex-col">
      <meta name="robots" content="noindex, nofollow" />
      <a href="#content" className="skip-link">
        {shell('skipToContent')}
      </a>
      <ProgressBar />
      <header className="border-b border-rule bg-card">
        <div className="page flex min-h-14 flex-wrap items-center gap-x-4">
          <LocalLink to={home} className="flex min-h-11 min-w-0 items-center gap-2.5">
            <Mark className="h-6 w-auto shrink-0" />
            <span className="truncate font-semibold">{name}</span>
          </LocalLink>
          <div className="-mr-2 ml-auto flex items-center">
            {tools}
            <LanguageLink />
            <ThemeMenu />
            {leave}
          </div>
        </div>
        {nav}
      </header>
      {children}
    </div>
  )
}

interface OfficeNavProps<Entry> {
  readonly label: string
  readonly entries: readonly Entry[]
  readonly isCurrent: (entry: Entry) => boolean
  readonly textOf: (entry: Entry) => string
  /** Beside the page on wide screens, else above it. */
  readonly isBeside?: boolean
}

const line =
  'border-b-[3px] border-transparent px-2 text-note text-soft hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink'
const beside =
  'desk:rounded-md desk:border-b-0 desk:px-3 desk:hover:bg-sunk desk:aria-[current]:bg-sunk'

/** The pages of a back office, in a line that is swiped where it does not fit. */
export function OfficeNav<Entry extends { readonly path: string }>(props: OfficeNavProps<Entry>) {
  const { label, entries, isCurrent, textOf, isBeside = false } = props
  return (
    <nav
      aria-label={label}
      className={isBeside ? 'border-b border-rule desk:border-0 desk:pt-6' : 'page'}
    >
      <ul
        className={`-mx-2 flex gap-1 overflow-x-auto [scrollbar-width:none] ${isBeside ? 'desk:flex-col' : ''}`}
      >
        {entries.map((entry) => (
          <li key={entry.path} className="shrink-0">
            <LocalLink
              to={entry.path}
              aria-current={isCurrent(entry) ? 'page' : undefined}
              className={`flex min-h-11 items-center ${line} ${isBeside ? beside : ''}`}
            >
              {textOf(entry)}
            </LocalLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
