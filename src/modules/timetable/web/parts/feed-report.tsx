import type { ReactNode } from 'react'
import { Badge } from '#design/parts/badge.tsx'
import { Section } from '#design/parts/section.tsx'
import { Table } from '#design/parts/table.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import type { FeedReportView } from '../../feed-contract.ts'
import { isNoticeCode } from '../../notice-codes.ts'
import { useTexts } from '../texts.ts'
import { SoldRuns } from './sold-runs.tsx'

const changeLabels = {
  agencies: 'changeAgencies',
  stops: 'changeStops',
  routes: 'changeRoutes',
  services: 'changeServices',
  transfers: 'changeTransfers',
  vehicles: 'changeVehicles',
  fares: 'changeFares',
} as const

/** Changes by a feed, what becomes of runs with passengers, and validation notices. */
export function FeedReport({ report }: { report: FeedReportView }) {
  const isPlanned = report.errors === 0 && !report.isSame
  return (
    <>
      {isPlanned && <Differences report={report} />}
      {report.soldRuns.length > 0 && <SoldRuns report={report} />}
      {report.notices.length > 0 && <Notices report={report} />}
    </>
  )
}

function Differences({ report }: { report: FeedReportView }) {
  const t = useTexts()
  const locale = useLocale()
  const { trips, changes, runsRemoved } = report
  const others = Object.entries(changeLabels)
    .map(([name, label]) => ({ label: t(label), count: changes[name] ?? 0 }))
    .filter(({ count }) => count > 0)
  const rows = [
    { label: t('tripsAdded'), count: trips.added },
    { label: t('tripsRenamed'), count: trips.renamed },
    { label: t('tripsChanged'), count: trips.changed },
    { label: t('tripsRemoved'), count: trips.removed },
    { label: t('tripsUnchanged'), count: trips.unchanged },
    { label: t('runsRemoved'), count: runsRemoved },
    ...others,
  ]
  return (
    <Section title={t('differencesTitle')} className="mt-8 max-w-2xl">
      <dl className="border-t border-rule">
        {rows.map(({ label, count }) => (
          <div key={label} className="flex justify-between gap-4 border-b border-rule py-2">
            <dt>{label}</dt>
            <dd className="figures font-semibold">{formatCount(locale, count)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function Notices({ report }: { report: FeedReportView }) {
  const t = useTexts()
  const locale = useLocale()
  const { notices, noticeCounts } = report
  const all = noticeCounts.reduce((sum, { count }) => sum + count, 0)
  return (
    <Section title={t('noticesTitle', { count: all })} className="mt-8">
      {all > notices.length && (
        <p className="mb-3 text-soft">
          {t('noticesShown', {
            shown: formatCount(locale, notices.length),
            all: formatCount(locale, all),
          })}
        </p>
      )}
      <Table
        caption={t('noticesTitle', { count: all })}
        isStacked
        rows={notices.map((notice, number) => ({ ...notice, number }))}
        keyOf={({ number }) => number}
        columns={[
          {
            key: 'where',
            title: t('where'),
            isHeader: true,
            renderCell: ({ file, line, severity }) => (
              <>
                <span className="block">{breakable(line === null ? file : `${file}:${line}`)}</span>
                <Badge tone={severity === 'error' ? 'bad' : 'warn'}>
                  {t(severity === 'error' ? 'severityError' : 'severityWarning')}
                </Badge>
              </>
            ),
          },
          {
            key: 'code',
            title: t('notice'),
            renderCell: ({ code }) => (
              // One element: a stacked table sets several beside each other.
              <div>
                {isNoticeCode(code) && <span className="block">{t(`notice-${code}`)}</span>}
                <code className="text-note text-soft">{breakable(code)}</code>
              </div>
            ),
          },
          {
            key: 'value',
            title: t('fieldAndValue'),
            renderCell: ({ field, value }) =>
              [field, value === null ? null : t('quoted', { value })].filter(Boolean).join(' ') ||
              '–',
          },
        ]}
      />
    </Section>
  )
}

/** Technical names have no spaces: lines may end at their underscores. */
function breakable(name: string): ReactNode {
  return name
    .split('_')
    .flatMap((part, index) => (index === 0 ? [part] : ['_', <wbr key={index} />, part]))
}
