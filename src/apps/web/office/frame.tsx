import { LogOut, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Mark } from '#design/parts/mark.tsx'
import { LanguageLink } from '../parts/language-link.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { ThemeMenu } from '../parts/theme-menu.tsx'
import { useShellTexts } from '../texts.ts'

interface OfficeFrameProps {
  /** The target of the logo's link. */
  readonly home: string
  readonly name: ReactNode
  /** Shown between the name and the switches of language and theme. */
  readonly tools?: ReactNode
  /** Shown after them: the sign-out. */
  readonly leave?: ReactNode
  /** An `OfficeNav`, for the signed-in person. */
  readonly nav?: ReactNode
  readonly children: ReactNode
}

interface ToolTextProps {
  readonly Sign?: LucideIcon
  readonly children: string
}

/** The text of a tool in the header; on phones, whose header has one row, an icon with that name. */
export function ToolText({ Sign = LogOut, children }: ToolTextProps) {
  return (
    <>
      <Sign size={20} aria-hidden="true" className="tablet:hidden" />
      <span className="max-tablet:sr-only">{children}</span>
    </>
  )
}

/** The layout of back offices: separate from the shop and hidden from search engines. */
export function OfficeFrame({ home, name, tools, leave, nav, children }: OfficeFrameProps) {
  const shell = useShellTexts()
  return (
    <div className="flex min-h-dvh flex-col">
      <meta name="robots" content="noindex, nofollow" />
      <a href="#content" className="skip-link">
        {shell('skipToContent')}
      </a>
      <ProgressBar />
      <header className="border-b border-rule bg-card print:hidden">
        <div className="page flex min-h-14 items-center gap-x-4">
          <LocalLink to={home} className="flex min-h-11 min-w-0 items-center gap-2.5">
            <Mark className="h-6 w-auto shrink-0" />
            <span className="line-clamp-2 leading-tight font-semibold">{name}</span>
          </LocalLink>
          <div className="-mr-2 ml-auto flex shrink-0 items-center">
            {tools}
            <LanguageLink />
            <ThemeMenu />
            {leave}
          </div>
        </div>
      </header>
      <div className="page grow desk:grid print:block desk:grid-cols-[13rem_minmax(0,1fr)] desk:gap-part">
        <div className="contents print:hidden">{nav}</div>
        <main
          id="content"
          tabIndex={-1}
          className={`min-w-0 pt-6 pb-16 outline-none ${nav ? '' : 'desk:col-span-2'}`}
        >
          {children}
        </main>
      </div>
    </div>
  )
}
