import { useLocation } from 'react-router'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { splitLocale } from '#kernel/locale.ts'
import { useTexts } from '../office-texts.ts'

const ways = [
  ['/operator/cinema', 'navDay'],
  ['/operator/cinema/figures', 'navFigures'],
  ['/operator/cinema/import', 'navImport'],
] as const

/** The title of a page about cinemas, and the ways to the others; the chosen cinema goes along. */
export function OfficeHead({ title, cinemaId }: { title: string; cinemaId?: number }) {
  const t = useTexts()
  const { path } = splitLocale(useLocation().pathname)
  return (
    <>
      <PageTitle look="office">{title}</PageTitle>
      <nav aria-label={t('navName')} className="mt-near mb-group flex flex-wrap gap-tight">
        {ways.map(([to, label]) => (
          <LocalLink
            key={to}
            to={cinemaId === undefined ? to : `${to}?cinema=${cinemaId}`}
            className="chip min-h-11"
            aria-current={path === to ? 'page' : undefined}
            data-active={path === to || undefined}
          >
            {t(label)}
          </LocalLink>
        ))}
      </nav>
    </>
  )
}
