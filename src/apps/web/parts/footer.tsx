import { CachedMarkup } from '#design/parts/cached-markup.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Mark } from '#design/parts/mark.tsx'
import { useShellTexts } from '../texts.ts'
import { useShellData, type ShellData } from './shell-data.ts'

const lists = [
  { to: '/events', label: 'footerAll' },
  { to: '/calendar', label: 'footerCalendar' },
] as const

const help = [
  { to: '/faq', label: 'footerFaq' },
  { to: '/venues', label: 'footerVenues' },
  { to: '/standard-terms-and-conditions', label: 'footerTerms' },
  { to: '/standard-terms-and-conditions#cookies', label: 'footerCookies' },
] as const

export function Footer() {
  const { sections, categories } = useShellData() ?? { sections: [], categories: [] }
  const links = { sections, categories }
  return <CachedMarkup kind="footer" of={links} render={() => <WholeFooter {...links} />} />
}

function WholeFooter({ sections, categories }: Pick<ShellData, 'sections' | 'categories'>) {
  const t = useShellTexts()
  return (
    <footer className="mt-16 bg-sunk pb-10 tablet:mt-24">
      <div className="perforation" aria-hidden="true" />
      <div className="page grid gap-8 pt-10 tablet:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,1fr)]">
        <div className="flex max-w-md gap-4">
          <Mark className="h-11 w-auto shrink-0" />
          <div className="space-y-2 text-note text-soft">
            <p>{t('footerAbout')}</p>
            <p>{t('footerPrices')}</p>
          </div>
        </div>
        <nav aria-label={t('footerShop')}>
          <h2 className="mb-2 font-semibold">{t('footerShop')}</h2>
          <ul className="columns-2 text-note text-soft">
            {lists.map(({ to, label }) => (
              <li key={to}>
                <LocalLink
                  to={to}
                  className="inline-block py-1.5 hover:text-accent hover:underline"
                >
                  {t(label)}
                </LocalLink>
              </li>
            ))}
            {[
              ...sections,
              ...categories.map(({ slug, name }) => ({ path: `/category/${slug}`, name })),
            ].map(({ path, name }) => (
              <li key={path}>
                <LocalLink
                  to={path}
                  className="inline-block py-1.5 hover:text-accent hover:underline"
                >
                  {name}
                </LocalLink>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={t('footerHelp')}>
          <h2 className="mb-2 font-semibold">{t('footerHelp')}</h2>
          <ul className="text-note text-soft">
            {help.map(({ to, label }) => (
              <li key={to}>
                <LocalLink
                  to={to}
                  className="inline-block py-1.5 hover:text-accent hover:underline"
                >
                  {t(label)}
                </LocalLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
