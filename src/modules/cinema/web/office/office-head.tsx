import { useLocation } from 'react-router'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { splitLocale } from '#kernel/locale.ts'
import { useTexts } from '../office-texts.ts'
import { useOfficePort } from './office-port.ts'

const links = [
  ['', 'navDay'],
  ['/figures', 'navFigures'],
  ['/import', 'navImport'],
] as const

/** Title of a page for managing cinemas, with links to the others that keep the selected cinema. */
export function OfficeHead({ title, cinemaId }: { title: string; cinemaId?: number }) {
  const t = useTexts()
  const { base } = useOfficePort()
  const { path } = splitLocale(useLocation().pathname)
  return (
    <>
      <PageTitle look="office">{title}</PageTitle>
      <nav aria-label={t('navName')} className="mt-near mb-group flex flex-wrap gap-tight">
        {links
          .map(([below, label]) => [base + below, label] as const)
          .map(([to, label]) => (
            <LocalLink
              key={to}
              to={cinemaId === undefined ? to : `${to}?cinema=${cinemaId}`}
              className="chip"
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
