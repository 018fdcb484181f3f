import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState, type CSSProperties, type ReactNode } from 'react'
import { callQuery } from '#design/data/query-client.ts'
import { QueryProvider } from '#design/data/query-provider.tsx'
import { late } from '#design/late.ts'
import { Button } from '#design/parts/button.tsx'
import { useLocale } from '#design/texts.tsx'
import { layoutContent, type EventMapView } from '#modules/events/contract.ts'
import { useKindsTexts } from '../kinds-texts.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { AllHeld } from './all-held.tsx'
import { AccessCode } from './access-code.tsx'
import { AsksNote } from './asks-note.tsx'
import { Basket } from './basket.tsx'
import { hallGrid, MapWait } from './choosing-wait.tsx'
import { GuestsStepper, mapForGuests, TableChoice } from './table-choice.tsx'
import { TicketTypes } from './ticket-types.tsx'
import { RateNote } from './type-price.tsx'
import { passRefusal } from './queue-pass.ts'
import { useAdmission } from './use-admission.ts'
import type { LiveSale } from './live-changes.ts'
import { useChoice, type Chosen } from './use-choice.ts'
import { useEventMap } from './use-event-map.ts'

const SeatChoice = lazy(() => import('./seat-choice.tsx'))
/** Loaded on demand: few shows have a queue. */
const WaitingQueue = lazy(() => import('./waiting-queue.tsx'))
const InsideQueue = lazy(() => late(import('./inside-queue.tsx')))

const listGrid =
  'grid gap-x-10 gap-y-6 pt-6 max-desk:has-[.foot-bar]:pb-28 desk:grid-cols-[minmax(0,1fr)_22rem] desk:pt-8 wide:grid-cols-[minmax(0,1fr)_25rem]'

/** Most tables are for two. */
const guestsFirst = 2

export interface ChoosingProps {
  readonly event: {
    readonly eventId: number
    readonly showId: number
    /** The accent colour of the drawn view from a seat. */
    readonly colour: string
    readonly hasNumberedSeats: boolean
    readonly placesPerOrderMax: number
  }
  /** Null if the event has no map. */
  readonly layout: { readonly digest: string } | null
  /** The key of a private show. */
  readonly accessCode?: string
  /** What an alert for free places is called; absent where nobody signs in. */
  readonly alertName?: string
}

/** The places of an event and the basket; loaded with its own script, after the page. */
export default function ChoosingWithCache(props: ChoosingProps) {
  return (
    <QueryProvider>
      <Choosing {...props} />
    </QueryProvider>
  )
}

function Choosing({ event, layout, accessCode: previewKey, alertName }: ChoosingProps) {
  const t = useChoosingTexts()
  const k = useKindsTexts()
  /** The live map pushes changes; without it, and for tickets without a plan, the map is polled. */
  const [isPushed, setPushed] = useState(layout !== null && event.hasNumberedSeats)
  const [isStopped, setStopped] = useState(false)
  const [offersIn, setOffersIn] = useState<HTMLElement | null>(null)
  const { code, setCode, admission } = useAdmission(event.showId, previewKey)
  const { map, digest, ...plan } = useEventMap({
    eventId: event.eventId,
    accessCode: admission.accessCode,
    isPushed,
  })
  const [guests, setGuests] = useState(guestsFirst)
  const chosen = useChoice({
    eventId: event.eventId,
    map: map.data,
    admission,
    onTaken: () => void map.refetch(),
    onOtherPlan: plan.expectOther,
    guests,
  })
  const hasNumbers = layout !== null && event.hasNumberedSeats
  const hasTables = map.data?.ticketTypes.some((type) => type.table) ?? false
  /** Only tables for this number of guests. */
  const shown = useMemo(
    () => (map.data && hasTables ? mapForGuests(map.data, guests) : map.data),
    [map.data, hasTables, guests],
  )
  const title = hasTables ? k('chooseTable') : t(hasNumbers ? 'chooseSeats' : 'chooseTickets')
  const changeGuests = (next: number): void => {
    setGuests(next)
    // Another number of guests may need another table.
    chosen.clear()
  }
  const allHeldUntil = map.data?.heldUntil.everything ?? null
  const hasQueue = map.data?.hasWaitingRoom === true
  const isInside = admission.waitingRoomToken !== undefined
  if (hasQueue && (!isInside || passRefusal(chosen.checkout.error)))
    return <InQueue showId={event.showId} chosen={chosen} />
  return (
    <div
      className={hasNumbers ? `${hallGrid} max-desk:grid-rows-[minmax(0,1fr)_auto]` : listGrid}
      style={{ '--show-colour': event.colour } as CSSProperties}
    >
      <Choices title={title} isHall={hasNumbers}>
        {hasQueue && <Inside showId={event.showId} />}
        {isStopped && <Alert>{t('saleStopped')}</Alert>}
        {plan.wasChanged && chosen.choice.seats.length === 0 && <Alert>{t('planChanged')}</Alert>}
        {allHeldUntil !== null && (
          <AllHeld until={allHeldUntil} eventId={event.eventId} alertName={alertName} />
        )}
        {map.data && <AsksNote asks={map.data.asks} />}
        {map.data && <AccessCode map={map.data} opened={code} onOpen={setCode} />}
        {shown && hasTables && (
          <GuestsStepper map={map.data ?? shown} guests={guests} onChange={changeGuests} />
        )}
        {map.isError && !map.data ? (
          <Failed retry={() => void map.refetch()} />
        ) : !map.data || plan.isOutdated ? (
          <MapWait />
        ) : hasNumbers ? (
          <HallChoice
            key={`${code} ${digest}`}
            digest={digest ?? layout.digest}
            map={shown ?? map.data}
            chosen={chosen}
            accessCode={admission.accessCode}
            offersIn={offersIn}
            onPolling={(isPolling) => setPushed(!isPolling)}
            onSale={(sale) => {
              setStopped(!sale.isOnSale)
              if (sale.digest !== null && sale.digest !== digest) plan.expectOther(digest)
            }}
          />
        ) : shown && hasTables ? (
          <TableChoice map={shown} guests={guests} chosen={chosen} />
        ) : (
          <TicketTypes map={map.data} chosen={chosen} />
        )}
        {map.data && <RateNote map={map.data} />}
      </Choices>
      <Basket
        chosen={chosen}
        map={map.data}
        orderMax={map.data?.placesPerOrderMax ?? event.placesPerOrderMax}
        isHall={hasNumbers}
        offersRef={setOffersIn}
        isStopped={isStopped || plan.isOutdated}
      />
    </div>
  )
}

function Alert({ children }: { children: string }) {
  return (
    <p role="alert" className="mb-4 rounded-md bg-accent-wash px-4 py-3">
      {children}
    </p>
  )
}

function InQueue({ showId, chosen }: { showId: number; chosen: Chosen }) {
  const { checkout } = chosen
  return (
    <Suspense fallback={<MapWait />}>
      <WaitingQueue
        showId={showId}
        refusal={passRefusal(checkout.error)}
        onSettled={() => checkout.reset()}
      />
    </Suspense>
  )
}

function Inside({ showId }: { showId: number }) {
  return (
    <Suspense>
      <InsideQueue showId={showId} />
    </Suspense>
  )
}

/** A plan fills the space: its heading is for screen readers only. */
function Choices(props: { title: string; isHall: boolean; children: ReactNode }) {
  return (
    <section aria-labelledby="choose" className="flex min-w-0 flex-col">
      <h2
        id="choose"
        className={
          props.isHall ? 'sr-only' : 'mb-4 font-display text-2xl font-[800] max-tablet:sr-only'
        }
      >
        {props.title}
      </h2>
      {props.children}
    </section>
  )
}

interface HallChoiceProps {
  /** Where the basket shows offers; null while it has other content. */
  readonly offersIn: HTMLElement | null
  /** The accepted access code, or the key of a private show. */
  readonly accessCode?: string
  readonly digest: string
  readonly map: EventMapView
  readonly chosen: Chosen
  readonly onPolling: (isPolling: boolean) => void
  readonly onSale: (sale: LiveSale) => void
}

function HallChoice({ digest, ...choosing }: HallChoiceProps) {
  const locale = useLocale()
  const layout = useQuery({
    ...callQuery(layoutContent, { params: { digest } }, locale),
    // Layouts never change under their address.
    staleTime: Infinity,
  })
  if (layout.isError) return <Failed retry={() => void layout.refetch()} />
  if (!layout.data) return <MapWait />
  return (
    <Suspense fallback={<MapWait />}>
      <SeatChoice layout={layout.data} {...choosing} />
    </Suspense>
  )
}

function Failed({ retry }: { retry: () => void }) {
  const t = useChoosingTexts()
  return (
    <div role="alert" className="border-t-2 border-ink py-14 text-center">
      <p>{t('mapFailed')}</p>
      <Button look="quiet" onClick={retry} className="mt-4">
        {t('tryAgain')}
      </Button>
    </div>
  )
}
