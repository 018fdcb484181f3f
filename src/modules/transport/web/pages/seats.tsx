import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import type { PageHandle } from '#design/page-handle.ts'
import { Button } from '#design/parts/button.tsx'
import { Card } from '#design/parts/card.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Price } from '#design/parts/price.tsx'
import { Select } from '#design/parts/select.tsx'
import type { JourneyOrderView } from '../../shapes.ts'
import { brandOfOrder, pathsOf } from '../brands.ts'
import { takesSeat } from '../choice.ts'
import { fittingCoaches } from '../fitting-seats.ts'
import { coachKey, loadSeats, type SeatPlan } from '../order-data.ts'
import { Alerts } from '../parts/alerts.tsx'
import { CoachDrawing } from '../parts/coach-drawing.tsx'
import { CoachStrip } from '../parts/coach-strip.tsx'
import { HoldTimer, OrderUnavailable } from '../parts/order-unavailable.tsx'
import { SeatList } from '../parts/seat-list.tsx'
import { SegmentTimes } from '../parts/segment-times.tsx'
import { useTexts } from '../texts.ts'
import { useSeats } from '../use-seats.ts'
import { wayText } from '../way-text.ts'
import '../seats.css'

export const handle: PageHandle = { hideFooter: true }

/** Not cached, because availability may have changed when the user navigates back. */
export function headers() {
  return { 'cache-control': 'no-store' }
}

export async function loader({ url, context }: LoaderFunctionArgs) {
  return loadSeats(context.get(serverCallsContext).send, url.searchParams)
}

/** The seats held for an order, and the free seats to which passengers can move. */
export default function Seats() {
  const { order, index, plan } = useLoaderData<typeof loader>()
  const t = useTexts()
  return (
    <div className="page max-w-[74rem] pt-6 pb-section tablet:pt-10">
      <title>{t('pageTitle', { title: t('seatsTitle') })}</title>
      <meta name="robots" content="noindex" />
      {order ? (
        <>
          <PageTitle>{t('seatsTitle')}</PageTitle>
          <HoldTimer order={order} />
          <SegmentLinks order={order} index={index} />
          {plan && <VehicleSeats key={index} order={order} index={index} plan={plan} />}
          <Next order={order} index={index} />
        </>
      ) : (
        <OrderUnavailable />
      )}
    </div>
  )
}

/** Links to the segments of the order; one is displayed. */
function SegmentLinks({ order, index }: { order: JourneyOrderView; index: number }) {
  const t = useTexts()
  if (order.segments.length < 2) return null
  const paths = pathsOf(brandOfOrder(order.segments))
  return (
    <nav aria-label={t('yourJourney')} className="mt-near">
      <ol className="flex flex-wrap gap-tight">
        {order.segments.map(({ segment }, at) => (
          <li key={`${segment.runId}.${segment.legFrom}`}>
            <LocalLink
              to={`${paths.seats}?orderKey=${order.orderKey}&part=${at}`}
              aria-current={at === index ? 'step' : undefined}
              className="chip max-w-full whitespace-normal"
            >
              {wayText(t, segment)}
            </LocalLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface VehicleProps {
  readonly order: JourneyOrderView
  readonly index: number
  readonly plan: SeatPlan
}

function VehicleSeats({ order, index, plan }: VehicleProps) {
  const t = useTexts()
  const seats = useSeats(order, index, plan.vehicleTypeId)
  const [chosen, setChosen] = useState<string | null>(null)
  const coaches = fittingCoaches(plan.coaches, seats.moving?.rider ?? 'adult').toSorted(
    (left, right) => left.number - right.number || left.deck - right.deck,
  )
  const shown =
    coaches.find((coach) => coachKey(coach) === chosen) ??
    coaches.find(({ seats: all }) => all.some(({ state }) => state === 'yours')) ??
    coaches[0]
  const part = order.segments[index]
  if (!shown || !part) return null
  return (
    <div className="mt-group space-y-group">
      {seats.refusal && <Notice>{seats.refusal}</Notice>}
      {/* The links to several segments name the stops. */}
      <SegmentTimes segment={part.segment} hasStops={order.segments.length < 2} />
      <Alerts segments={[part.segment]} />
      <p className="text-soft">{t(plan.hasSeatChoice ? 'seatsChosen' : 'seatsGiven')}</p>
      <div className="flex flex-wrap items-end gap-group desk:flex-nowrap desk:justify-between">
        <PassengerSeats seats={seats} isChoice={plan.hasSeatChoice} />
        {plan.hasSeatChoice && <ChooseAgain seats={seats} />}
      </div>
      {part.seatChanges.map(({ stop, from, to, lineId }) => (
        <Card key={`${lineId} ${stop}`} tone="warn">
          <p>{t('seatChanges', { stop, from, to })}</p>
        </Card>
      ))}
      {plan.hasSeatChoice && (
        <>
          <CoachStrip
            coaches={coaches}
            classes={plan.segment.classes}
            shown={shown}
            onShow={(coach) => setChosen(coachKey(coach))}
          />
          <CoachDrawing
            coach={shown}
            movingPlace={seats.moving?.placeId ?? null}
            isWaiting={seats.isWaiting}
            isOnly={plan.coaches.length < 2}
            onTake={(seat) => void seats.move(seat)}
          />
          <Legend />
          <SeatList
            coaches={coaches}
            isWaiting={seats.isWaiting}
            isOnly={plan.coaches.length < 2}
            onTake={(seat) => void seats.move(seat)}
          />
        </>
      )}
    </div>
  )
}

/** The passengers with their seats, of whom one is selected to be moved. */
function PassengerSeats(props: {
  readonly seats: ReturnType<typeof useSeats>
  readonly isChoice: boolean
}) {
  const { tickets, moving, setMoving } = props.seats
  const t = useTexts()
  return (
    <ul aria-label={t('seatWho')} aria-live="polite" className="flex flex-wrap gap-tight">
      {tickets.map((ticket) => {
        const { lineId, name, coach, seat } = ticket
        // A coach's number stays with its word.
        const label =
          coach === null
            ? t('seatOfBus', { name, seat: seat ?? '' })
            : t('seatOf', { name, coach: coach.replace(' ', '\u00a0'), seat: seat ?? '' })
        return (
          <li key={lineId}>
            {props.isChoice ? (
              <button
                type="button"
                className="chip wrap-anywhere text-balance whitespace-normal"
                aria-pressed={ticket === moving}
                onClick={() => setMoving(ticket)}
              >
                {label}
              </button>
            ) : (
              <span className="chip max-w-full whitespace-normal">{label}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const preferences = ['any', 'window', 'aisle', 'table', 'forward'] as const

function ChooseAgain({ seats }: { seats: ReturnType<typeof useSeats> }) {
  const t = useTexts()
  const [preference, setPreference] = useState<(typeof preferences)[number]>('any')
  return (
    <div className="flex flex-wrap items-end gap-near">
      {seats.tickets.some(({ rider }) => takesSeat(rider)) && (
        <Select
          label={t('preferenceTitle')}
          value={preference}
          onChange={({ target: { value } }) =>
            setPreference(preferences.find((one) => one === value) ?? 'any')
          }
        >
          {preferences.map((one) => (
            <option key={one} value={one}>
              {t(`preference_${one}`)}
            </option>
          ))}
        </Select>
      )}
      <Button
        look="quiet"
        isWaiting={seats.isWaiting}
        onClick={() => void seats.chooseAgain(preference === 'any' ? null : preference)}
      >
        {t('chooseAgain')}
      </Button>
    </div>
  )
}

function Legend() {
  const t = useTexts()
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-group text-note text-soft">
      {(['free', 'taken', 'blocked', 'yours'] as const).map((state) => (
        <li key={state} className="flex items-center gap-tight">
          <span className={`coach-key coach-seat-${state}`} />
          {t(`seatState_${state}`)}
        </li>
      ))}
    </ul>
  )
}

function Next({ order, index }: { order: JourneyOrderView; index: number }) {
  const t = useTexts()
  const paths = pathsOf(brandOfOrder(order.segments))
  const { orderKey } = order
  const isLast = index >= order.segments.length - 1
  return (
    <div className="foot-bar sticky bottom-0 z-20 mt-group flex items-center gap-group border-t border-rule bg-paper py-near">
      <p className="shrink-0">
        <span className="block text-note text-soft">{t('total')}</span>
        <Price money={order.total} className="text-lead font-bold" />
      </p>
      <LinkButton
        size="large"
        className="min-w-0 grow tablet:grow-0"
        to={
          isLast
            ? `${paths.passengers}?orderKey=${orderKey}`
            : `${paths.seats}?orderKey=${orderKey}&part=${index + 1}`
        }
      >
        {t(isLast ? 'toPassengers' : 'continueSeats')}
      </LinkButton>
    </div>
  )
}
