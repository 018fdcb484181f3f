import type { ReplyOf } from '#contract/call.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Table } from '#design/parts/table.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDate, formatDateTime } from '#kernel/format.ts'
import { passedOverReasons, type readFeeds } from '../../feed-contract.ts'
import { useTexts } from '../texts.ts'

type Feeds = ReplyOf<typeof readFeeds>

/** Feeds that have been imported. */
export function KnownFeeds({ feeds }: Pick<Feeds, 'feeds'>) {
  const t = useTexts()
  const locale = useLocale()
  const { compare: compareText } = new Intl.Collator(locale, { numeric: true })
  const carriersOf = ({ carriers }: Feeds['feeds'][number]) =>
    carriers.map((name) => name[locale]).join(', ')
  return (
    <Table
      caption={t('presentTitle')}
      isStacked
      rows={feeds}
      keyOf={({ name }) => name}
      empty={<p className="text-soft">{t('presentEmpty')}</p>}
      columns={[
        {
          key: 'name',
          title: t('feedName'),
          isHeader: true,
          compare: (one, other) => compareText(one.name, other.name),
          renderCell: ({ name }) => name,
        },
        {
          key: 'carriers',
          title: t('carriers'),
          compare: (one, other) => compareText(carriersOf(one), carriersOf(other)),
          renderCell: carriersOf,
        },
        {
          key: 'trips',
          title: t('trips'),
          align: 'end',
          compare: (one, other) => one.trips - other.trips,
          renderCell: ({ trips }) => formatCount(locale, trips),
        },
        {
          key: 'valid',
          title: t('validity'),
          compare: (one, other) => (one.lastDay ?? '').localeCompare(other.lastDay ?? ''),
          renderCell: ({ firstDay, lastDay, isOver }) =>
            firstDay === null || lastDay === null ? (
              '–'
            ) : (
              // One element: a stacked table sets several beside each other.
              <div>
                <span className="block">
                  {[firstDay, lastDay]
                    .map((day) => formatDate(locale, `${day}T12:00:00Z`, { year: true }))
                    .join(' – ')}
                </span>
                {isOver && <Badge tone="bad">{t('feedOver')}</Badge>}
              </div>
            ),
        },
        {
          key: 'imported',
          title: t('importedAt'),
          compare: (one, other) => timeOf(one.importedAt) - timeOf(other.importedAt),
          renderCell: ({ importedAt }) =>
            importedAt === null ? '–' : formatDateTime(locale, importedAt),
        },
      ]}
    />
  )
}

/** What never happened is before everything else. */
function timeOf(instant: string | null): number {
  return instant === null ? 0 : Date.parse(instant)
}

const passedOverTexts = {
  trip_not_found: 'passedOverUnknown',
  additional_trip: 'passedOverAdditional',
  measured_in_future: 'passedOverFuture',
} as const

/** Older messages are not considered current. */
const staleMinutes = 5

/** Real-time sources of carriers, with the age of their last answers. */
export function FeedSources({ sources, now }: Pick<Feeds, 'sources'> & { now: string }) {
  const t = useTexts()
  const minutesSince = (instant: string): number =>
    Math.max(0, Math.round((Date.parse(now) - Date.parse(instant)) / 60_000))
  return (
    <Table
      caption={t('sourcesTitle')}
      isStacked
      rows={sources}
      keyOf={({ feed, host }) => `${feed} ${host}`}
      empty={<p className="max-w-[70ch] text-soft">{t('sourcesEmpty')}</p>}
      columns={[
        {
          key: 'feed',
          title: t('feedName'),
          isHeader: true,
          compare: (one, other) => one.feed.localeCompare(other.feed),
          renderCell: ({ feed, host }) => (
            <>
              {feed} <span className="block font-normal text-soft">{host}</span>
            </>
          ),
        },
        {
          key: 'age',
          title: t('lastHeard'),
          compare: (one, other) => timeOf(one.answeredAt) - timeOf(other.answeredAt),
          renderCell: ({ answeredAt }) => {
            if (answeredAt === null) return <Badge tone="bad">{t('neverHeard')}</Badge>
            const minutes = minutesSince(answeredAt)
            return (
              <Badge tone={minutes > staleMinutes ? 'warn' : 'good'}>
                {t('minutesAgo', { count: minutes })}
              </Badge>
            )
          },
        },
        {
          key: 'content',
          title: t('lastSaid'),
          renderCell: ({ trips, alerts, passedOver, otherVersion }) => (
            <>
              {t('saidOf', { trips, alerts })}
              {passedOverReasons.map((reason) =>
                passedOver[reason] ? (
                  <span key={reason} className="block text-soft">
                    {t(passedOverTexts[reason], { count: passedOver[reason] })}
                  </span>
                ) : null,
              )}
              {otherVersion !== null && (
                <span className="block text-soft">
                  {t('otherVersion', { version: otherVersion })}
                </span>
              )}
            </>
          ),
        },
        {
          key: 'error',
          title: t('lastError'),
          compare: (one, other) => (one.error ?? '').localeCompare(other.error ?? ''),
          renderCell: ({ error }) =>
            error === null ? t('noError') : <span className="text-bad break-words">{error}</span>,
        },
      ]}
    />
  )
}
