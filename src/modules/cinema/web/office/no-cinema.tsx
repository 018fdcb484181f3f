import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { useTexts } from '../office-texts.ts'

/** In place of a cinema's pages in a shop that has none. */
export function NoCinema() {
  const t = useTexts()
  return (
    <>
      <title>{t('dayPageTitle')}</title>
      <PageTitle look="office">{t('navDay')}</PageTitle>
      <EmptyState title={t('noCinema')}>{t('noCinemaText')}</EmptyState>
    </>
  )
}
