import { PageTitle } from '#design/parts/page-title.tsx'
import { StatisticsView } from '../parts/statistics-view.tsx'
import { useTexts } from '../texts.ts'

export default function StatisticsPage() {
  const t = useTexts()
  return (
    <>
      <title>{t('navStatistics')}</title>
      <PageTitle look="office">{t('navStatistics')}</PageTitle>
      <div className="mt-group">
        <StatisticsView />
      </div>
    </>
  )
}
