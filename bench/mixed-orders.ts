import { finishFreeOrder } from '#flows/checkout/server/complete-order.ts'
import type { CheckoutPorts } from '#flows/checkout/server/ports.ts'
import { invariant, ok } from '#kernel/result.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import {
  checkoutOrder,
  requestFor,
  takeOffer,
  takeOffers,
  withOpenOrder,
  type OfferSource,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { issueTickets } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { withBenchDatabase } from './bench-database.ts'
import { benchContext } from './engine.ts'
import type { BenchFigure } from './figures.ts'

const shopperCount = 16
const visitsEach = 25
const roundCount = 3
const journeyLegs = 3

/** The request: a seat of a concert and one of a train for the whole route. */
interface SeatRequest {
  readonly offeringId: number
  readonly place: number
}

/**
 * A seat of a concert and one of a journey of three legs, from the choice to the tickets: in one order against two.
 * All is free of charge, so that no bank is measured; emails are not sent. Same server, alternating rounds,
 * medians.
 */
export async function benchMixedOrders(): Promise<BenchFigure[]> {
  return withBenchDatabase(16, async (db) => {
    return await measure(await guestContext(db))
  })
}

async function guestContext(db: Context['db']): Promise<Context> {
  const base = benchContext(db)
  const sessionId = base.random.uuid()
  await db
    .insertInto('session')
    .values({
      id: sessionId,
      kind: 'guest',
      token_hash: Buffer.from(base.random.bytes(32)),
      expires_at: new Date('2100-01-01'),
    })
    .execute()
  const jobs = { send: async () => undefined } as unknown as Context['jobs']
  return { ...base, jobs, actor: { kind: 'guest', sessionId } }
}

async function measure(context: Context): Promise<BenchFigure[]> {
  const rates = { one: [] as number[], two: [] as number[] }
  // Round 0 warms up and is not counted.
  for (let round = 0; round <= roundCount; round += 1) {
    const one = await rush(context, buyTogether)
    const two = await rush(context, buyApart)
    if (round === 0) continue
    rates.one.push(one)
    rates.two.push(two)
  }
  const [value, apart] = [median(rates.one), median(rates.two)]
  const ratio = Math.round((value / apart) * 100) / 100
  return [
    {
      name: 'A concert and a journey in one order',
      value: Math.round(value),
      unit: 'visits/s',
      baseline: { name: 'in two orders', value: Math.round(apart) },
      ratio,
      target: 'at least as many as in two orders',
      met: ratio >= 1,
      note: `${shopperCount} shoppers at once, ${visitsEach} visits each; held, checked out and issued`,
    },
  ]
}

type Buy = (context: Context, concert: SeatRequest, journey: SeatRequest) => Promise<void>

/** Visits per second. */
async function rush(context: Context, buy: Buy): Promise<number> {
  const visits = shopperCount * visitsEach
  const concert = await createOffering(context, { placeCount: visits })
  const journey = await createOffering(context, { legCount: journeyLegs, placeCount: visits })
  let place = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: shopperCount }, async () => {
      for (let visit = 0; visit < visitsEach; visit += 1) {
        place += 1
        await buy(context, { offeringId: concert, place }, { offeringId: journey, place })
      }
    }),
  )
  return visits / ((performance.now() - began) / 1_000)
}

async function buyTogether(
  context: Context,
  concert: SeatRequest,
  journey: SeatRequest,
): Promise<void> {
  const requests = [requestFor(concerts, concert), requestFor(journeys, journey)]
  const taken = await takeOffers(context, requests, { isAllOrNothing: true })
  invariant(taken.ok, 'both seats are free')
  await finish(context, taken.value.order)
}

async function buyApart(
  context: Context,
  concert: SeatRequest,
  journey: SeatRequest,
): Promise<void> {
  for (const [source, request] of [
    [concerts, concert],
    [journeys, journey],
  ] as const) {
    const taken = await takeOffer(context, source, { request })
    invariant(taken.ok, 'the seat is free')
    await finish(context, taken.value)
  }
}

async function finish(context: Context, { orderKey }: Order): Promise<void> {
  const checked = await checkoutOrder(context, ports.orders.sources, {
    orderKey,
    buyer: { name: 'Nino', email: 'nino@bileti.example', phone: '+995555123456' },
    acceptTerms: true,
  })
  invariant(checked.ok, 'the order is checked out')
  const done = await withOpenOrder(context, orderKey, (inside, order) =>
    finishFreeOrder(inside, ports, order),
  )
  invariant(done.ok, 'the order is finished')
}

function sourceOf(name: string, legTo: number): OfferSource<SeatRequest> {
  return {
    name,
    quote: async (_context, { offeringId, place }) =>
      ok({
        source: name,
        offeringId,
        itemId: offeringId,
        currency: 'GEL',
        tickets: [
          {
            ticketTypeId: 1,
            merchantId: 1,
            placeId: place,
            poolId: null,
            legFrom: 0,
            legTo,
            quantity: 1,
            unitPriceMinor: 0,
            description: { ka: 'ადგილი', en: 'Seat' },
            detail: {},
          },
        ],
        fees: new Map(),
        holdSeconds: 900,
        placesPerOrderMax: 10,
        perTypeMax: new Map(),
      }),
    describeItems: async () => new Map(),
  }
}

const concerts = sourceOf('concerts', 1)
const journeys = sourceOf('journeys', journeyLegs)
const ports = {
  providers: [],
  issueTickets,
  orders: { sources: [concerts, journeys], paymentWays: () => [] },
} as unknown as CheckoutPorts

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
}
