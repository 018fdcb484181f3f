import { lazy, Suspense, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import { useAuthAddress, useKnownVisitor } from '#design/data/visitor.ts'
import { late } from '#design/late.ts'
import { PersonIcon, SearchIcon } from '#design/parts/icon.tsx'
import { CachedMarkup } from '#design/parts/cached-markup.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Mark } from '#design/parts/mark.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath, splitLocale } from '#kernel/locale.ts'
import { useShellTexts } from '../texts.ts'
import { useShellData } from './shell-data.ts'
import { LanguageLink } from './language-link.tsx'
import { OrderChip } from './order-chip.tsx'
import { ThemeMenu } from './theme-menu.tsx'

export function Header() {
  const t = useShellTexts()
  const isSearchPage = splitLocale(useLocation().pathname).path === '/search'
  return (
    <header className="shell-header border-b border-rule bg-paper">
      <div className="page flex min-h-16 flex-wrap items-center gap-x-1 gap-y-1 py-2 tablet:gap-x-5">
        <CachedMarkup
          kind="brand"
          of={isSearchPage}
          render={() => (
            <>
              <Brand />
              {!isSearchPage && <SearchBox />}
            </>
          )}
        />
        <div className="-mr-2 ml-auto flex items-center tablet:gap-2">
          <LocalLink
            to="/search"
            aria-label={t('search')}
            className="grid size-11 place-items-center rounded-md hover:bg-sunk tablet:hidden"
          >
            <SearchIcon />
          </LocalLink>
          <OrderChip />
          <LanguageLink />
          <CachedMarkup kind="theme-menu" of={null} render={() => <ThemeMenu />} />
          <AccountLink />
        </div>
      </div>
      <CategoryNav />
    </header>
  )
}

function Brand() {
  const t = useShellTexts()
  return (
    <LocalLink
      to="/"
      aria-label={`${t('brand')} — ${t('homePage')}`}
      className="flex min-h-11 items-center gap-2 tablet:gap-2.5"
    >
      <Mark className="h-8 w-auto" />
      <span className="font-display text-xl leading-none tablet:text-[1.375rem] font-[800]">
        {t('brand')}
      </span>
    </LocalLink>
  )
}

/** Loaded when the search field is approached, so the first page has no script for it. */
const Suggestions = lazy(() =>
  late(
    import('#modules/events/web/search/suggestions.tsx').then((module) => ({
      default: module.Suggestions,
    })),
  ),
)

/** Works without scripts too: it is a form that leads to the search page. */
function SearchBox() {
  const t = useShellTexts()
  const locale = useLocale()
  const [isNear, setNear] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  return (
    <search className="hidden max-w-[26rem] grow tablet:block">
      <Form action={localizedPath(locale, '/search')} className="relative">
        <SearchIcon size={20} className="pointer-events-none absolute top-3 left-3 text-soft" />
        <input
          ref={input}
          // A combobox must not be a search field, which has a role of its own.
          enterKeyHint="search"
          name="text"
          maxLength={100}
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded="false"
          aria-controls={isNear ? 'search-suggestions' : undefined}
          aria-label={t('search')}
          placeholder={t('searchPlaceholder')}
          autoComplete="off"
          // A visitor who focused the field before hydration triggers this by typing.
          onFocus={() => setNear(true)}
          onKeyDown={() => setNear(true)}
          className="field pl-10"
        />
        {isNear && (
          <Suspense>
            <Suggestions input={input} />
          </Suspense>
        )}
      </Form>
    </search>
  )
}

/**
 * Both links are in the page, which is the same for all visitors, and have the same size; the document's
 * `data-visitor` selects one: first from storage, then from the server's answer.
 */
function AccountLink() {
  const t = useShellTexts()
  const authAddress = useAuthAddress()
  const name = useKnownVisitor()?.name ?? null
  const look =
    'h-11 min-w-11 items-center justify-center gap-2 rounded-md px-2 font-semibold hover:bg-sunk desk:w-40 desk:justify-start'
  return (
    <>
      <LocalLink
        to="/account"
        className={`for-customer ${look}`}
        aria-label={name === null ? t('account') : `${t('account')}: ${name}`}
      >
        <PersonIcon />
        <span className="hidden truncate desk:block">{name ?? t('account')}</span>
      </LocalLink>
      <a
        href={authAddress('login')}
        className={`for-stranger ${look}`}
        aria-label={t('signIn')}
        suppressHydrationWarning
      >
        <PersonIcon />
        <span className="hidden truncate desk:block">{t('signIn')}</span>
      </a>
    </>
  )
}

function CategoryNav() {
  const { sections, categories } = useShellData() ?? { sections: [], categories: [] }
  const { path } = splitLocale(useLocation().pathname)
  if (categories.length === 0) return null
  const links = [
    ...sections.map(({ path: to, name, roots }) => ({
      to,
      name,
      isHere: roots.includes(path.split('/')[1] ?? ''),
      isSection: true,
    })),
    ...categories.map(({ slug, name }) => {
      const to = `/category/${slug}`
      return { to, name, isHere: path === to, isSection: false }
    }),
  ]
  return <CachedMarkup kind="category-nav" of={links} render={() => <NavLinks links={links} />} />
}

interface NavLink {
  readonly to: string
  readonly name: string
  readonly isHere: boolean
  readonly isSection: boolean
}

function NavLinks({ links }: { links: readonly NavLink[] }) {
  const t = useShellTexts()
  const sections = links.filter(({ isSection }) => isSection)
  const categories = links.filter(({ isSection }) => !isSection)
  return (
    <nav aria-label={t('categories')} className="page">
      <ul className="section-strip -mx-2 flex gap-1">
        {sections.map(({ to, name, isHere }) => (
          <NavItem key={to} to={to} isHere={isHere} look="text-ink">
            {name}
          </NavItem>
        ))}
        <li aria-hidden className="my-3 shrink-0 border-l border-rule" />
        {categories.map(({ to, name, isHere }) => (
          <NavItem key={to} to={to} isHere={isHere} look="text-soft">
            {name}
          </NavItem>
        ))}
      </ul>
    </nav>
  )
}

interface NavItemProps {
  readonly to: string
  readonly isHere: boolean
  readonly look: string
  readonly children: string
}

function NavItem({ to, isHere, look, children }: NavItemProps) {
  return (
    <li className="shrink-0">
      <LocalLink
        to={to}
        aria-current={isHere ? 'page' : undefined}
        className={`block border-b-[3px] border-transparent px-2 py-2.5 text-note hover:text-ink aria-[current]:border-accent aria-[current]:text-ink ${look}`}
      >
        {children}
      </LocalLink>
    </li>
  )
}
