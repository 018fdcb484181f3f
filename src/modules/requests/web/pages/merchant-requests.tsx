import { PageTitle } from '#design/parts/page-title.tsx'
import { RequestsView } from '../parts/requests-view.tsx'
import { useOfficeTexts } from '../office-texts.ts'

/** Requests for an organiser's own items. */
export default function RequestsPage() {
  const t = useOfficeTexts()
  return (
    <>
      <title>{t('title')}</title>
      <PageTitle look="office">{t('title')}</PageTitle>
      <div className="mt-group">
        <RequestsView />
      </div>
    </>
  )
}
