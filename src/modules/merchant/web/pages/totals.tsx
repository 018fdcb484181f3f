import { PageTitle } from '#design/parts/page-title.tsx'
import { TotalsView } from '../parts/totals-view.tsx'
import { useTexts } from '../texts.ts'

export default function TotalsPage() {
  const t = useTexts()
  return (
    <>
      <title>{t('navTotals')}</title>
      <PageTitle look="office">{t('navTotals')}</PageTitle>
      <div className="mt-group">
        <TotalsView />
      </div>
    </>
  )
}
