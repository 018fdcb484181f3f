import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useAuthAddress } from '#design/data/visitor.ts'
import { Button } from '#design/parts/button.tsx'
import { SearchIcon } from '#design/parts/icon.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Mark } from '#design/parts/mark.tsx'
import { splitLocale } from '#kernel/locale.ts'
import { useTexts } from '#modules/operator/web/texts.ts'
import { LanguageLink } from '../parts/language-link.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { ThemeMenu } from '../parts/theme-menu.tsx'
import { useShellTexts } from '../texts.ts'
import { currentEntry, operatorNav } from './nav.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** Comes with the first press. */
const Palette = lazy(() => import('./palette.tsx'))

/** Frame of the operator's pages: a plain workbench, separate from the shop. */
export function OperatorFrame({ children }: { children: ReactNode }) {
  const t = useTexts()
  const shell = useShellTexts()
  const authAddress = useAuthAddress()
  const [palette, setPalette] = useState<'unused' | 'open' | 'closed'>('unused')
  useShortcuts(() => setPalette('open'))
  return (
    <div className="flex min-h-dvh flex-col">
      <meta name="robots" content="noindex, nofollow" />
      <a href="#content" className="skip-link">
        {shell('skipToContent')}
      </a>
      <ProgressBar />
      <header className="border-b border-rule bg-card">
        <div className="page flex min-h-14 flex-wrap items-center gap-x-4">
          <LocalLink to="/operator" className="flex min-h-11 items-center gap-2.5">
            <Mark className="h-6 w-auto" />
            <span className="font-semibold">{t('officeName')}</span>
          </LocalLink>
          <div className="-mr-2 ml-auto flex items-center">
            <Button look="plain" onClick={() => setPalette('open')} aria-keyshortcuts="Control+K">
              <SearchIcon size={20} />
              <span className="max-tablet:sr-only">{t('paletteOpen')}</span>
            </Button>
            <LocalLink
              to="/"
              className="flex h-11 items-center rounded-md px-2 text-note text-soft hover:bg-sunk hover:text-ink"
            >
              {t('toShop')}
            </LocalLink>
            <LanguageLink />
            <ThemeMenu />
            <a
              href={authAddress('logout')}
              className="flex h-11 items-center rounded-md px-2 text-note text-soft hover:bg-sunk hover:text-ink"
            >
              {shell('signOut')}
            </a>
          </div>
        </div>
        <Nav />
      </header>
      <main id="content" tabIndex={-1} className="page grow pt-6 pb-16 outline-none tablet:pt-8">
        {children}
      </main>
      {palette !== 'unused' && (
        <Suspense>
          <Palette isOpen={palette === 'open'} onClose={() => setPalette('closed')} />
        </Suspense>
      )}
    </div>
  )
}

function Nav() {
  const t = useTexts()
  const { path } = splitLocale(useLocation().pathname)
  const current = currentEntry(path)
  return (
    <nav aria-label={t('navName')} className="page">
      <ul className="-mx-2 flex gap-1 overflow-x-auto [scrollbar-width:none]">
        {operatorNav.map((entry) => (
          <li key={entry.path} className="shrink-0">
            <LocalLink
              to={entry.path}
              aria-current={current === entry.path ? 'page' : undefined}
              className="block border-b-[3px] border-transparent px-2 py-2 text-note text-soft hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {t(entry.label)}
            </LocalLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
