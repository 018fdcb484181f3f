import { useLoaded } from '#design/data/use-loaded.ts'
import { LoadedList } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import { listDates, type DateLine } from '../../dates-contract.ts'
import { SaleBadge } from '../parts/sale-badge.tsx'
import { useTexts } from '../texts.ts'

/** Upcoming dates with their occupancy. */
export default function DatesPage() {
  const t = useTexts()
  const list = useLoaded(listDates, {})
  return (
    <>
      <title>{t('navDates')}</title>
      <PageTitle look="office">{t('navDates')}</PageTitle>
      <LoadedList
        of={list}
        empty={<EmptyState title={t('datesNone')}>{t('datesNoneNote')}</EmptyState>}
      >
        {(date) => <Line key={date.eventId} date={date} />}
      </LoadedList>
    </>
  )
}

function Line({ date }: { date: DateLine }) {
  const t = useTexts()
  const locale = useLocale()
  const { eventId, name, venue, startsAt, timeZone, capacity, sold, kept } = date
  return (
    <li className="flex flex-wrap items-baseline gap-x-group gap-y-1 border-b border-rule py-near">
      <div className="min-w-0 grow basis-60">
        <LocalLink to={`/merchant/dates/${eventId}`} className="link font-semibold">
          {name}
        </LocalLink>
        <Dotted
          className="text-note text-soft"
          facts={[
            <time key="when" dateTime={startsAt}>
              {formatDateTime(locale, startsAt, timeZone)}
            </time>,
            venue,
          ]}
        />
      </div>
      <Dotted
        className="figures text-note"
        facts={[
          t('dateSold', {
            sold: formatCount(locale, sold),
            capacity: formatCount(locale, capacity),
          }),
          kept > 0 && t('dateKept', { kept: formatCount(locale, kept) }),
        ]}
      />
      <SaleBadge {...date} />
    </li>
  )
}
