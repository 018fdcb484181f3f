import { useRef, useState, useSyncExternalStore, type FormEvent } from 'react'
import { redirect, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import type { PageHandle } from '#design/page-handle.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { checkoutDetails, type CheckoutView } from '#modules/orders/checkout-contract.ts'
import PassengerFields from '#modules/orders/web/parts/passenger-fields.tsx'
import {
  passengersOf,
  problemsOfPassengers,
  type TypedPassengers,
} from '#modules/orders/web/passenger-draft.ts'
import { nameJourneyPassengers } from '#modules/transport/sale-contract.ts'
import type { JourneyOrderView } from '#modules/transport/shapes.ts'
import { brandOfOrder, pathsOf } from '#modules/transport/web/brands.ts'
import { isOpenOrder, readJourneyOrder } from '#modules/transport/web/order-data.ts'
import { OrderTrip } from '#modules/transport/web/parts/order-trip.tsx'
import { HoldTimer, OrderUnavailable } from '#modules/transport/web/parts/order-unavailable.tsx'
import { useTexts } from '#modules/transport/web/texts.ts'
import { RiderOfferCard } from './rider-offer.tsx'
import { riderOfferOf } from './rider-offers.ts'
import { spread, travellersOf } from './travellers.ts'

export const handle: PageHandle = { hideFooter: true }

export function headers() {
  return { 'cache-control': 'no-store' }
}

/** Tickets without names skip this page. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const orderKey = url.searchParams.get('orderKey') ?? ''
  const order = await readJourneyOrder(calls.send, orderKey)
  if (!order || !isOpenOrder(order)) return { order: null, checkout: null }
  const checkout = await calls.send(checkoutDetails, { query: { orderKey } })
  if (checkout.passengers.length === 0) {
    const path = pathsOf(brandOfOrder(order.segments)).checkout
    throw redirect(localizedPath(calls.locale, `${path}?orderKey=${orderKey}`))
  }
  return { order, checkout }
}

/** The passenger of each seat: name and document, as each carrier requires. */
export default function Passengers() {
  const { order, checkout } = useLoaderData<typeof loader>()
  const t = useTexts()
  return (
    <div className="page max-w-[46rem] pt-6 pb-section tablet:pt-10">
      <title>{t('pageTitle', { title: t('passengersTitle') })}</title>
      <meta name="robots" content="noindex" />
      {order && checkout ? (
        <>
          <PageTitle>{t('passengersTitle')}</PageTitle>
          <p className="mt-1 text-soft">{t('passengersNote')}</p>
          <HoldTimer order={order} />
          <OrderTrip order={order} />
          <PassengersForm order={order} checkout={checkout} />
        </>
      ) : (
        <OrderUnavailable />
      )}
    </div>
  )
}

function PassengersForm({ order, checkout }: { order: JourneyOrderView; checkout: CheckoutView }) {
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const { run, isWaiting, refusal } = useWork()
  const { orderKey } = order
  const travellers = travellersOf(order, checkout.passengers)
  const asked = { ...checkout, passengers: travellers.map((one) => one.asked) }
  const fields = usePassengerFields(asked, orderKey)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const wrong = fields.judgeAll()
    if (wrong !== undefined)
      return form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    return void run(async () => {
      try {
        const all = spread(travellers, fields.typed)
        const passengers = passengersOf(checkout.passengers, all)
        await browserClient(locale).send(nameJourneyPassengers, { body: { orderKey, passengers } })
      } catch (error) {
        if (error instanceof CallError) fields.refuse(error.fields.map(({ path }) => path))
        throw error
      }
      clearTyped(orderKey)
      const { checkout: path } = pathsOf(brandOfOrder(order.segments))
      await navigate(localizedPath(locale, `${path}?orderKey=${orderKey}`))
    })
  }

  const offers = new Map(
    travellers.flatMap((one) => {
      const offer = riderOfferOf(order, one, fields.typed)
      const { typed } = fields
      const onTaken = fields.shown.onFill
      return offer
        ? [
            [
              one.asked,
              <RiderOfferCard key={offer.rider} {...{ offer, orderKey, typed, onTaken }} />,
            ],
          ]
        : []
    }),
  )

  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-group space-y-part">
      {refusal && <Notice>{refusal}</Notice>}
      <PassengerFields checkout={asked} {...fields.shown} more={offers} />
      <Button type="submit" size="large" isWide isWaiting={isWaiting} waitingText={t('saving')}>
        {t('toCheckout')}
      </Button>
    </form>
  )
}

/** Keeps the entries in this tab until they are submitted, so that a reload loses nothing. */
function usePassengerFields(checkout: CheckoutView, orderKey: string) {
  // The server's page and the first render do not know the stored values.
  const stored = useSyncExternalStore(
    neverChanges,
    () => storedText(orderKey),
    () => null,
  )
  const [typed, setTyped] = useState<TypedPassengers | null>(null)
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<readonly string[]>([])
  const now = typed ?? readTyped(stored)
  const found = problemsOfPassengers(checkout.passengers, now)
  const problems = new Map([...found].filter(([key]) => judged.has(key)))
  for (const key of refused) if (!problems.has(key)) problems.set(key, 'extraWrong')

  function put(entries: TypedPassengers): void {
    const next = { ...now, ...entries }
    setTyped(next)
    storeTyped(orderKey, next)
    setJudged((before) => new Set([...before].filter((key) => !(key in entries))))
    setRefused((before) => before.filter((key) => !(key in entries)))
  }

  return {
    typed: now,
    shown: {
      typed: now,
      problems,
      onChange: (key: string, value: string) => put({ [key]: value }),
      onLeave: (key: string) => {
        if (now[key]) setJudged((before) => new Set([...before, key]))
      },
      onFill: put,
    },
    refuse: (paths: readonly string[]) =>
      setRefused(paths.map((path) => path.replace(/^body\.passengers\./, ''))),
    judgeAll: (): string | undefined => {
      setJudged(new Set(found.keys()))
      return [...found.keys()][0]
    },
  }
}

const keyPrefix = 'bileti:travellers:'

/** Only this tab writes its storage, so there is nothing to subscribe to. */
function neverChanges(): () => void {
  return () => undefined
}

function storedText(orderKey: string): string | null {
  try {
    return sessionStorage.getItem(keyPrefix + orderKey)
  } catch {
    return null
  }
}

function readTyped(stored: string | null): TypedPassengers {
  try {
    const value: unknown = JSON.parse(stored ?? '{}')
    if (value === null || typeof value !== 'object') return {}
    return Object.fromEntries(
      Object.entries(value).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    )
  } catch {
    return {}
  }
}

function storeTyped(orderKey: string, typed: TypedPassengers): void {
  try {
    sessionStorage.setItem(keyPrefix + orderKey, JSON.stringify(typed))
  } catch {
    // Storage is blocked: the entries last as long as the page.
  }
}

function clearTyped(orderKey: string): void {
  try {
    sessionStorage.removeItem(keyPrefix + orderKey)
  } catch {
    // Nothing was stored either.
  }
}
