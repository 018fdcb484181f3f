import {
  isRouteErrorResponse,
  useLoaderData,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { pageData } from '#design/data/page-data.ts'
import { useWork } from '#design/data/use-work.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Card, Panel } from '#design/parts/card.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney, formatTime } from '#kernel/format.ts'
import { useState } from 'react'
import { flightOrderGet, flightOrderIati } from '../../order-contract.ts'
import type { BookingView } from '../../shapes.ts'
import { CancelBooking } from '../parts/cancel-booking.tsx'
import { FareConditions } from '../parts/fare-conditions.tsx'
import { ScheduleChange } from '../parts/schedule-change.tsx'
import { SliceRow } from '../parts/slice-row.tsx'
import { sumOfSeats } from '../seat-choice.ts'
import { useTexts } from '../texts.ts'

const page = pageData(flightOrderGet, ({ url }) => {
  const orderKey = url.searchParams.get('orderKey')
  return { query: orderKey === null ? {} : { orderKey } }
})
type Loaded = Awaited<ReturnType<typeof page.loader>>

/** Null if the booking does not exist. */
async function orNull(work: Promise<Loaded>): Promise<{ loaded: Loaded | null }> {
  try {
    return { loaded: await work }
  } catch (error) {
    const init = (error as { readonly init?: { readonly status?: number } | null } | null)?.init
    const status = isRouteErrorResponse(error) ? error.status : init?.status
    if (status === undefined || status >= 500) throw error
    return { loaded: null }
  }
}

export const loader = (args: LoaderFunctionArgs) => orNull(page.loader(args))
export const clientLoader = (args: ClientLoaderFunctionArgs) => orNull(page.clientLoader(args))

/** Page of a booking: flights, tickets, schedule changes and return. */
export default function Booking() {
  const t = useTexts()
  const { loaded } = useLoaderData<typeof loader>() as { loaded: Loaded | null }
  return (
    <div className="page py-6 tablet:py-8">
      <meta name="robots" content="noindex" />
      {loaded ? (
        <Found loaded={loaded} />
      ) : (
        <>
          <title>{t('bookingTitle')}</title>
          <EmptyState
            title={t('noBooking')}
            action={<LinkButton to="/account/orders">{t('toOrders')}</LinkButton>}
          >
            {t('noBookingText')}
          </EmptyState>
        </>
      )}
    </div>
  )
}

function Found({ loaded }: { loaded: Loaded }) {
  const t = useTexts()
  const shown = page.usePart(loaded)
  const [booking, setBooking] = useState<BookingView>(shown)
  const { slices, names, orderNumber, change } = booking
  const isCancelled = change?.state === 'open' && change.after.length === 0
  const readAgain = async () => {
    const { orderKey } = booking
    if (orderKey === null) return
    setBooking(await browserClient().send(flightOrderGet, { query: { orderKey } }))
  }
  return (
    <div className="space-y-group">
      <title>{booking.name}</title>
      <div className="flex flex-wrap items-center gap-near">
        <PageTitle>{booking.name}</PageTitle>
        <Badge>{t(isCancelled ? 'state-flightsCancelled' : `state-${booking.state}`)}</Badge>
      </div>
      {booking.lostSeats.length > 0 && <LostSeats booking={booking} isFlown={!isCancelled} />}
      {change && <ScheduleChange booking={booking} change={change} onChanged={setBooking} />}
      <div className="grid items-start gap-part desk:grid-cols-[1fr_24rem]">
        <div className="space-y-group">
          <Panel title={t('trip')} note={booking.fare.name}>
            <div className="space-y-group">
              {slices.map((slice, index) => (
                <SliceRow key={index} slice={slice} names={names} hasDate />
              ))}
            </div>
            <p className="mt-group text-note text-soft">{t('localTimes')}</p>
          </Panel>
          <Travellers booking={booking} />
        </div>
        <div className="space-y-group">
          {orderNumber !== null && (
            <LinkButton to={`/account/orders/${orderNumber}`} isWide>
              {t('toTickets')}
            </LinkButton>
          )}
          <Card look="ruled">
            <FareConditions {...booking} isChanged={change?.state === 'open'} />
            <SupplierState booking={booking} />
          </Card>
          {booking.ticketIdentifiers.length > 0 && (
            <CancelBooking booking={booking} onDone={readAgain} />
          )}
        </div>
      </div>
    </div>
  )
}

function Travellers({ booking }: { booking: BookingView }) {
  const t = useTexts()
  const flights = booking.slices.flatMap(({ legs }) => legs)
  /** Where one seat of the booking was chosen, those of everybody else are named too; infants have none. */
  const seatsFor = ({ position, kind }: BookingView['travellers'][number]): string[] => {
    if (booking.seats.length === 0 || kind === 'infant') return []
    const own = new Map(
      booking.seats.filter((one) => one.position === position).map(({ leg, seat }) => [leg, seat]),
    )
    if (own.size === 0) return [t('seatAtCheckIn')]
    return flights.map(
      ({ flightNumber }, leg) => `${flightNumber}: ${own.get(leg) ?? t('seatAtCheckIn')}`,
    )
  }
  const ticketOf = (position: number) => {
    const number = booking.ticketNumbers[position - 1]
    return number === undefined ? t('ticketLater') : t('ticketNumber', { number })
  }
  return (
    <Panel
      title={t('checkoutTitle')}
      note={
        booking.bookingCode && (
          <span className="figures">
            {t('bookingCode')}: <strong className="text-ink">{booking.bookingCode}</strong>
          </span>
        )
      }
    >
      <ul className="divide-y divide-rule">
        {booking.travellers.map((traveller) => (
          <li key={traveller.position} className="justify-between gap-near py-2.5 tablet:flex">
            <span>
              <span className="font-semibold">
                {traveller.givenName} {traveller.familyName}
              </span>
              <span className="block text-note text-soft">
                <Dotted facts={[t(traveller.kind), ...seatsFor(traveller)]} />
              </span>
            </span>
            <span className="figures block text-soft">{ticketOf(traveller.position)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Paid seats that were lost. */
interface LostSeatsProps {
  readonly booking: BookingView
  /** Whether the flights are not cancelled. */
  readonly isFlown: boolean
}

function LostSeats({ booking: { lostSeats }, isFlown }: LostSeatsProps) {
  const t = useTexts()
  const locale = useLocale()
  const sum = sumOfSeats(lostSeats)
  const flights = [...new Set(lostSeats.map(({ flightNumber }) => flightNumber))]
  const seatsOn = (flight: string) =>
    lostSeats.flatMap(({ flightNumber, seat }) => (flightNumber === flight ? [seat] : []))
  const seats = flights.map((flight) => `${flight}: ${seatsOn(flight).join(', ')}`).join('; ')
  return (
    <Card tone="warn" look="sunk">
      <p className="font-semibold">{t('lostTitle', { seats })}</p>
      <p className="mt-1">
        {isFlown && t('lostText')}{' '}
        {sum && sum.amount > 0 && t('lostMoney', { sum: formatMoney(locale, sum) })}
      </p>
    </Card>
  )
}

/** The supplier's state of the booking, requested on demand. */
function SupplierState({ booking: { orderKey } }: { booking: BookingView }) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [supplierReply, setSupplierReply] = useState<{
    readonly state: ReplyOf<typeof flightOrderIati>['supplierState']
    readonly at: string
  } | null>(null)
  const load = () =>
    run(async () => {
      if (orderKey === null) return
      const { supplierState } = await browserClient(locale).send(flightOrderIati, {
        query: { orderKey },
      })
      setSupplierReply({ state: supplierState, at: new Date().toISOString() })
    })
  return (
    <div className="mt-near">
      {refusal && <Notice>{refusal}</Notice>}
      <output aria-live="polite" className="mb-tight block empty:hidden">
        {supplierReply &&
          t('supplierSays', {
            state: t(`supplier-${supplierReply.state}`),
            time: formatTime(supplierReply.at),
          })}
      </output>
      <Button look="quiet" isWaiting={isWaiting} onClick={() => void load()}>
        {t('askSupplier')}
      </Button>
    </div>
  )
}
