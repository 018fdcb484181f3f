import { Section } from '#design/parts/section.tsx'
import { Table } from '#design/parts/table.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDate } from '#kernel/format.ts'
import type { FeedReportView, SoldRun } from '../../feed-contract.ts'
import { useTexts } from '../texts.ts'

/** Departures with passengers whose trip or day has changed, and what becomes of each. */
export function SoldRuns({ report }: { report: FeedReportView }) {
  const t = useTexts()
  const locale = useLocale()
  const { soldRuns, soldRunCounts: counts } = report
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const shown = Object.fromEntries(
    Object.entries(counts).map(([outcome, count]) => [outcome, formatCount(locale, count)]),
  )
  return (
    <Section title={t('soldTitle', { count: all })} className="mt-8">
      <p className="mb-3 max-w-[70ch]">{t('soldText')}</p>
      <p className="mb-3 max-w-[70ch]">{t('soldCounts', shown)}</p>
      <Table
        caption={t('soldTitle', { count: all })}
        isStacked
        rows={soldRuns}
        keyOf={({ runId }) => runId}
        columns={[
          { key: 'trip', title: t('trip'), isHeader: true, renderCell: ({ tripId }) => tripId },
          {
            key: 'day',
            title: t('day'),
            renderCell: ({ serviceDate }) =>
              formatDate(locale, `${serviceDate}T12:00:00Z`, { year: true }),
          },
          { key: 'found', title: t('found'), renderCell: (run) => <Found run={run} /> },
          {
            key: 'outcome',
            title: t('outcome'),
            renderCell: ({ outcome }) => t(`outcome-${outcome}`),
          },
          {
            key: 'places',
            title: t('places'),
            align: 'end',
            renderCell: ({ places }) => formatCount(locale, places),
          },
        ]}
      />
    </Section>
  )
}

function Found({ run }: { run: SoldRun }) {
  const t = useTexts()
  const { found, newTripId, minutes, hasOtherStops } = run
  const distance = { minutes: Math.abs(minutes) }
  const moved = minutes > 0 ? t('minutesLater', distance) : t('minutesEarlier', distance)
  return [
    t(`found-${found}`, { trip: newTripId ?? '' }),
    ...(minutes === 0 ? [] : [moved]),
    ...(hasOtherStops ? [t('otherStops')] : []),
  ].join(', ')
}
