import { Panel } from '#design/parts/card.tsx'
import { Table } from '#design/parts/table.tsx'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import type { PageView } from '../../pages-contract.ts'
import { useOfficeTexts } from '../texts.ts'

/** Views and clicks of a page, day by day. */
export function PageFigures({ days }: { days: PageView['days'] }) {
  const t = useOfficeTexts()
  const locale = useLocale()
  return (
    <Panel title={t('figures')}>
      <Table
        caption={t('figures')}
        rows={days.toReversed()}
        keyOf={({ day }) => day}
        empty={<p className="text-soft">{t('figuresNone')}</p>}
        columns={[
          {
            key: 'day',
            title: t('figureDay'),
            isHeader: true,
            renderCell: ({ day }) => <When at={`${day}T12:00:00Z`} show="short" />,
          },
          {
            key: 'views',
            title: t('figureViews'),
            align: 'end',
            renderCell: ({ views }) => formatCount(locale, views),
          },
          {
            key: 'clicks',
            title: t('figureClicks'),
            align: 'end',
            renderCell: ({ clicks }) => formatCount(locale, clicks),
          },
        ]}
      />
    </Panel>
  )
}
