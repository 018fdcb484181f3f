import { useState } from 'react'
import { useOutletContext } from 'react-router'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Panel } from '#design/parts/card.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Price } from '#design/parts/price.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { dayKey, formatTime, formatTimeBeside } from '#kernel/format.ts'
import { merchantItems } from '#modules/entrance/own-items-contract.ts'
import { merchantAccessibleItems, type StaffProfileView } from '#modules/staff/contract.ts'
import { listWebhooks } from '#modules/webhooks/contract.ts'
import { merchantPurchaseRequestEvents } from '#modules/requests/office-contract.ts'
import { merchantStatistics } from '../../contract.ts'
import { listDrafts } from '../../shows-contract.ts'
import { doorsOf, type Door } from '../parts/doors-of.ts'
import { useTexts } from '../texts.ts'

/** Today's sales, upcoming entrances and pending tasks; each as far as the role permits it. */
export default function HomePage() {
  const t = useTexts()
  const { permissions } = useOutletContext<StaffProfileView>()
  const seesFigures = permissions.includes('figures')
  return (
    <>
      <title>{t('navHome')}</title>
      <PageTitle look="office">{t('navHome')}</PageTitle>
      <div
        className={`mt-group grid items-start gap-group ${seesFigures ? 'desk:grid-cols-2' : ''}`}
      >
        {seesFigures && (
          <div className="grid gap-group">
            <Sold />
            <Attention permissions={permissions} />
          </div>
        )}
        <Doors />
      </div>
    </>
  )
}

function Sold() {
  const t = useTexts()
  const [today] = useState(() => dayKey(new Date()))
  const sold = useLoaded(merchantStatistics, {
    query: { dateFrom: today, dateTo: today, source: 'event' },
  })
  return (
    <Panel
      title={t('homeSold')}
      action={
        <LocalLink to="/merchant/statistics" className="link">
          {t('navStatistics')}
        </LocalLink>
      }
    >
      <LoadedPart of={sold} height="h-20">
        {({ totals, before }) => (
          <>
            <p className="font-display text-3xl font-bold">
              <Price money={totals.sold} />
            </p>
            <p>{t('ticketCount', { count: totals.ticketCount })}</p>
            {before && (
              <p className="mt-near text-note text-soft">
                {t('homeYesterday')}: <Price money={before.sold} />,{' '}
                {t('ticketCount', { count: before.ticketCount })}
              </p>
            )}
          </>
        )}
      </LoadedPart>
    </Panel>
  )
}

/** Number of today's entries that are listed; a cinema has dozens of screenings. */
const doorsMax = 6

/** What begins today, of any source: what has not begun yet, or else the last. */
function Doors() {
  const t = useTexts()
  const [today] = useState(() => dayKey(new Date()))
  const doors = useLoaded(merchantAccessibleItems, {
    query: { dateFrom: today, dateTo: today, source: 'event' },
  })
  const others = useLoaded(merchantItems, { query: { day: today } })
  return (
    <Panel
      title={t('homeDoors')}
      action={
        <LocalLink to="/scan" className="link">
          {t('navScanner')}
        </LocalLink>
      }
    >
      <LoadedPart of={doors} height="h-20">
        {({ items: shows }) => (
          <LoadedPart of={others} height="h-20">
            {({ items }) => <DoorList doors={doorsOf(shows, items)} />}
          </LoadedPart>
        )}
      </LoadedPart>
    </Panel>
  )
}

function DoorList({ doors }: { doors: readonly Door[] }) {
  const t = useTexts()
  const [now] = useState(() => new Date().toISOString())
  if (doors.length === 0) return <p className="text-soft">{t('homeDoorsNone')}</p>
  const next = doors.filter(({ startsAt }) => startsAt >= now)
  const shown = next.length > 0 ? next.slice(0, doorsMax) : doors.slice(-doorsMax)
  const rest = next.length - doorsMax
  return (
    <>
      <ul className="divide-y divide-rule">
        {shown.map((door) => (
          <DoorLine key={door.key} door={door} />
        ))}
      </ul>
      {rest > 0 && (
        <p className="mt-tight text-note text-soft">{t('homeDoorsRest', { count: rest })}</p>
      )}
    </>
  )
}

function DoorLine({ door }: { door: Door }) {
  const t = useTexts()
  const locale = useLocale()
  const { name, venue, startsAt, doorsAt, timeZone } = door
  // A screening's name is that of its film and hall.
  const [title, ...places] = name.split(' · ')
  return (
    <li className="py-tight">
      <span className="figures font-semibold">{formatTime(startsAt, timeZone)}</span> {title}
      <Dotted
        className="text-note text-soft"
        facts={[
          ...places,
          venue,
          doorsAt &&
            `${t('date-doorsAt')} ${formatTimeBeside(locale, doorsAt, { day: startsAt, timeZone })}`,
        ]}
      />
    </li>
  )
}

/** Pending tasks; a part whose call fails is left out here, since its own page shows the error. */
function Attention({ permissions }: { permissions: readonly string[] }) {
  const t = useTexts()
  const { loaded: requests } = useLoaded(merchantPurchaseRequestEvents, {})
  const { loaded: drafts } = useLoaded(listDrafts, {})
  const { loaded: webhooks } = useLoaded(listWebhooks, {})
  const loads = [requests, drafts, webhooks]
  const waiting = sum(requests.value?.items.map(({ newCount }) => newCount))
  const unpublished =
    drafts.value?.items.filter(({ state, hasChanges }) => state === 'public' && hasChanges)
      .length ?? 0
  const givenUp = sum(webhooks.value?.items.map(({ givenUpCount }) => givenUpCount))
  const matters = [
    { to: '/merchant/requests', label: 'homeRequests', count: waiting, permission: 'requests' },
    { to: '/merchant/shows', label: 'homeDrafts', count: unpublished, permission: 'shows' },
    { to: '/merchant/webhooks', label: 'homeWebhooks', count: givenUp, permission: 'webhooks' },
  ] as const
  const shown = matters.filter(
    ({ count, permission }) => count > 0 && permissions.includes(permission),
  )
  const isLoading = loads.some(({ state, value }) => state === 'loading' && !value)
  return (
    <Panel title={t('homeAttention')}>
      {isLoading && <Skeleton className="h-12 rounded-lg" />}
      {!isLoading && shown.length === 0 && <p className="text-soft">{t('homeNothing')}</p>}
      <ul>
        {shown.map(({ to, label, count }) => (
          <li key={to} className="py-tight">
            <LocalLink to={to} className="link">
              {t(label, { count })}
            </LocalLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function sum(counts: readonly number[] = []): number {
  return counts.reduce((total, count) => total + count, 0)
}
