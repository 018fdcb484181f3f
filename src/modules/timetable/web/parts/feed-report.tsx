import type { ReactNode } from 'react'
import { Badge } from '#design/parts/badge.tsx'
import { Section } from '#design/parts/section.tsx'
import { Table } from '#design/parts/table.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import { grouped } from '#kernel/grouped.ts'
import type { FeedReportView } from '../../feed-contract.ts'
import { isNoticeCode, isOwnCode } from '../../notice-codes.ts'
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

const examplesShown = 5

/** Notices of one kind in one file. */
interface NoticeKind {
  readonly file: string
  readonly code: string
  readonly severity: FeedReportView['notices'][number]['severity']
  readonly count: number
  readonly examples: FeedReportView['notices']
}

/** The report counts all notices of a kind, and keeps some of them. Errors come first, then what is most frequent. */
function kindsOf({ notices, noticeCounts }: FeedReportView): NoticeKind[] {
  const kinds = grouped(notices, ({ file, code, severity }) => `${severity} ${file} ${code}`)
  return [...kinds.values()]
    .flatMap((examples): NoticeKind[] => {
      const [first] = examples
      if (!first) return []
      const { file, code, severity } = first
      const all = notices.filter((one) => one.file === file && one.code === code)
      const counted = noticeCounts.find((one) => one.file === file && one.code === code)
      // A kind with errors and warnings is counted together: what was kept of each tells them apart.
      const isMixed = all.length > examples.length
      const count = isMixed ? examples.length : (counted?.count ?? examples.length)
      return [{ file, code, severity, count, examples }]
    })
    .toSorted(
      (one, other) =>
        one.severity.localeCompare(other.severity) ||
        other.count - one.count ||
        one.file.localeCompare(other.file),
    )
}

function Notices({ report }: { report: FeedReportView }) {
  const t = useTexts()
  const locale = useLocale()
  const all = report.noticeCounts.reduce((sum, { count }) => sum + count, 0)
  return (
    <Section title={t('noticesTitle', { count: all })} className="mt-8">
      <Table
        caption={t('noticesTitle', { count: all })}
        isStacked
        rows={kindsOf(report)}
        keyOf={({ severity, file, code }) => `${severity} ${file} ${code}`}
        columns={[
          {
            key: 'file',
            title: t('inFile'),
            isHeader: true,
            renderCell: ({ file, severity }) => (
              <>
                <span className="block">{breakable(file)}</span>
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
                <NoticeName code={code} />
              </div>
            ),
          },
          {
            key: 'count',
            title: t('noticeCount'),
            align: 'end',
            renderCell: ({ count }) => formatCount(locale, count),
          },
          { key: 'examples', title: t('examples'), renderCell: (kind) => <Examples {...kind} /> },
        ]}
      />
    </Section>
  )
}

/** The names of the public validator lead to its explanations. */
function NoticeName({ code }: { code: string }) {
  const name = <code className="text-note">{breakable(code)}</code>
  if (!isNoticeCode(code) || isOwnCode(code)) return <span className="text-soft">{name}</span>
  return (
    <a className="link" href={`https://gtfs-validator.mobilitydata.org/rules.html#${code}-rule`}>
      {name}
    </a>
  )
}

function Examples({ examples, count }: Pick<NoticeKind, 'examples' | 'count'>) {
  const t = useTexts()
  const locale = useLocale()
  const shown = examples.slice(0, examplesShown)
  const textOf = ({ line, field, value }: (typeof examples)[number]) =>
    [
      line === null ? null : t('exampleLine', { line: formatCount(locale, line) }),
      field,
      value === null ? null : t('quoted', { value }),
    ]
      .filter((part) => part !== null)
      .join(' ')
  const texts = shown.map(textOf).filter((text) => text !== '')
  if (texts.length === 0) return '–'
  return (
    <ul className="min-w-0 break-words">
      {texts.map((text, index) => (
        <li key={index}>{text}</li>
      ))}
      {count > texts.length && (
        <li className="text-soft">{t('moreExamples', { count: count - texts.length })}</li>
      )}
    </ul>
  )
}

/** Technical names have no spaces: lines may end at their underscores. */
function breakable(name: string): ReactNode {
  return name
    .split('_')
    .flatMap((part, index) => (index === 0 ? [part] : ['_', <wbr key={index} />, part]))
}
