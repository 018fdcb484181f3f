import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { notifyOrderChanged } from '#design/data/order-signal.ts'
import { callQuery } from '#design/data/query-client.ts'
import { QueryProvider } from '#design/data/query-provider.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { ErrorState } from '#design/parts/states.tsx'
import { Stepper } from '#design/parts/stepper.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { caveaAddSeatComment, caveaBookSeat } from '#modules/cinema/cavea-contract.ts'
import { screeningLayout, type ScreeningView } from '#modules/cinema/contract.ts'
import { useTexts } from '../texts.ts'
import { Basket } from './basket.tsx'
import { SeatsPlaceholder, planGrid } from './seats-wait.tsx'
import { usePlaces } from './use-places.ts'
import { useSeats, type Seats } from './use-seats.ts'

const HallPlan = lazy(() => import('./hall-plan.tsx'))

interface SelectionProps {
  readonly screening: ScreeningView
  /** It has moved to another hall since the page was opened. */
  readonly wasMoved: boolean
  /** The screening as it is now, when its hall or its sale has changed. */
  onChanged(screening: ScreeningView): void
}

/** Seat selection of a screening with the basket; loaded separately, after the page. */
export default function SeatSelectionWithCache(props: SelectionProps) {
  return (
    <QueryProvider>
      <SeatSelection {...props} />
    </QueryProvider>
  )
}

function SeatSelection({ screening, wasMoved, onChanged }: SelectionProps) {
  const t = useTexts()
  const locale = useLocale()
  const seats = useSeats(screening)
  const { places, isOutdated } = usePlaces(screening, onChanged)
  const digest = screening.layout?.digest ?? ''
  const layout = useQuery({
    ...callQuery(screeningLayout, { params: { digest } }, locale),
    enabled: digest !== '',
    staleTime: Infinity,
  })
  const booking = useBooking(screening, seats, () => void places.refetch())
  const refusal = useMemo(() => {
    if (!booking.error) return null
    if (booking.error instanceof CallError && booking.error.code === 'SeatNotAvailable')
      return t('taken')
    return booking.error.message
  }, [booking.error, t])
  if (places.isError || layout.isError)
    return (
      <ErrorState
        title={t('mapFailed')}
        retryText={t('tryAgain')}
        onRetry={() => void Promise.all([places.refetch(), layout.refetch()])}
      />
    )
  if (!places.data || isOutdated || (digest !== '' && !layout.data)) return <SeatsPlaceholder />
  return (
    <>
      {wasMoved && seats.placeCount === 0 && (
        <div className="pt-2">
          <Notice>{t('hallChanged', { hall: screening.showtime.hall })}</Notice>
        </div>
      )}
      <div className={planGrid}>
        <section aria-label={t('chooseSeats')} className="flex min-w-0 flex-col">
          {layout.data ? (
            <Suspense fallback={<Skeleton blocks={['h-[22rem]']} />}>
              <HallPlan
                screening={screening}
                layout={layout.data}
                places={places.data}
                seats={seats}
              />
            </Suspense>
          ) : (
            <WithoutNumbers
              screening={screening}
              left={places.data.placesLeft ?? 0}
              seats={seats}
            />
          )}
        </section>
        <Basket
          screening={screening}
          seats={seats}
          isWaiting={booking.isPending}
          refusal={refusal}
          onContinue={() => booking.mutate()}
        />
      </div>
    </>
  )
}

/** Holds the chosen seats and products, and continues to the checkout. */
function useBooking(screening: ScreeningView, seats: Seats, onRefused: () => void) {
  const locale = useLocale()
  const navigate = useNavigate()
  const { session } = screening.showtime
  const { digest } = screening.layout ?? {}
  return useMutation({
    mutationFn: async () => {
      const client = browserClient(locale)
      const booked = await client.send(
        caveaBookSeat,
        { body: { sessionId: session, ...seats.request, digest } },
        { idempotencyKey: crypto.randomUUID() },
      )
      const [seat] = seats.seats
      const comment = seats.comment.trim()
      if (seat && comment !== '') {
        const { orderKey } = booked
        const body = { orderKey, sessionId: session, placeId: seat.placeId, comment }
        // The seats are held already; a failed comment must not prevent the purchase.
        await client.send(caveaAddSeatComment, { body }).catch(() => null)
      }
      return booked
    },
    onSuccess: ({ orderKey }) => {
      notifyOrderChanged()
      void navigate(localizedPath(locale, `/movies/checkout/${orderKey}`))
    },
    onError: (error) => {
      if (error instanceof CallError && error.code === 'SeatNotAvailable')
        seats.drop(refusedPlaces(error))
      onRefused()
    },
  })
}

function refusedPlaces(error: CallError): ReadonlySet<number> {
  const placeIds = error.detail['placeIds']
  return new Set(Array.isArray(placeIds) ? placeIds.filter(Number.isInteger) : [])
}

/** Quantity selection for places without numbers. */
function WithoutNumbers(props: {
  screening: ScreeningView
  left: number
  seats: ReturnType<typeof useSeats>
}) {
  const { screening, left, seats } = props
  const t = useTexts()
  const [zone] = screening.zones
  const [maximum] = useState(() => Math.min(screening.placesPerOrderMax, left))
  return (
    <div className="max-w-[36rem] space-y-group pt-group">
      <p>
        {t('unallocated')} {t('placesLeft', { count: left })}
      </p>
      {zone?.ticketTypes.map((type) => (
        <div key={type.ticketTypeId} className="flex items-center justify-between gap-near">
          <span className="font-semibold">{type.name}</span>
          <Stepper
            label={type.name}
            value={seats.quantityOf(type.ticketTypeId)}
            max={maximum}
            lessLabel={t('fewer')}
            moreLabel={t('more')}
            onChange={(quantity) => seats.setQuantity(type.ticketTypeId, quantity)}
          />
        </div>
      ))}
    </div>
  )
}
