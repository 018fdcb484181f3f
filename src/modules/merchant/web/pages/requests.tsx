import { PageTitle } from '#design/parts/page-title.tsx'
import { RequestsView } from '../parts/requests-view.tsx'
import { useTexts } from '../texts.ts'

export default function RequestsPage() {
  const t = useTexts()
  return (
    <>
      <title>{t('navRequests')}</title>
      <PageTitle look="office">{t('navRequests')}</PageTitle>
      <div className="mt-group">
        <RequestsView />
      </div>
    </>
  )
}
