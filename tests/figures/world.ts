/** A shop of every vertical, whose buyers choose, pay, return, exchange and resell at random. */
import { sql } from 'kysely'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { confirmDue } from '#flows/fulfilment/server/confirm-due.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { dayOf, instantOf } from '#kernel/day-span.ts'
import { makeCinema, makeScreening, type TestCinema } from '#modules/cinema/tests/factories.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { flightOrderGet } from '#modules/flights/order-contract.ts'
import { savePromoCode } from '#modules/promotions/server/public-api.ts'
import { syncReturnTerms } from '#modules/transport/server/public-api.ts'
import { customerAccount, postTransfer } from '#modules/wallet/server/public-api.ts'
import { makeDiscountCard } from '../../src/flows/checkout/tests/discount-card.ts'
import { makeProduct } from '../../src/flows/pass/tests/support.ts'
import { addTerms, setFees } from '../settlements/fixture.ts'
import { flightValues } from '../hostile/flights.ts'
import { makeLine, type MadeLine } from '../hostile/journeys.ts'
import { callbackOf, choiceOf, expectOk, startPayment } from '../hostile/purchases.ts'
import { buyer, openHostileShop, type HostileShop, type Reply } from '../hostile/shop.ts'
import { expireCaches } from '../support/cache-clock.ts'

export interface Shopper {
  readonly token: string
  readonly card: { readonly typeId: number; readonly cardNumber: string }
}

export interface World {
  readonly shop: HostileShop
  readonly operator: string
  /** The second organiser passes its commission on and has a fee of its own. */
  readonly events: readonly MadeEvent[]
  readonly line: MadeLine
  readonly cinema: TestCinema
  readonly screeningIds: readonly number[]
  readonly productId: number
  readonly shoppers: readonly Shopper[]
  readonly codes: readonly string[]
  readonly merchantIds: readonly number[]
  /** Seats that have not been taken yet, by item. */
  readonly free: Map<string, number[]>
  readonly cancelled: Set<number>
}

const balanceMinor = 40_000

/** Everything happens on one day, so that the operators' day contains it. */
export async function openWorld(): Promise<World> {
  const shop = await openHostileShop()
  const { context } = shop
  const tomorrow = instantOf(dayOf(context.clock.now()).add({ days: 1 }))
  context.clock.set(new Date(tomorrow.getTime() + 9 * 3_600_000))
  const events = [
    await shop.event({ feeFixedMinor: 300 }),
    await shop.event({ zonePricesMinor: { a: 3_333, b: 7_777 }, feeFixedMinor: 45 }),
  ]
  const [first, second] = events as [MadeEvent, MadeEvent]
  const shared = { merchantId: first.merchantId }
  const line = await makeLine(context, { ...shared, seatCount: 60 })
  const cinema = await makeCinema(context, {
    merchantId: second.merchantId,
    forbidsSingleSeats: false,
  })
  const screeningIds = [
    await makeScreening(context, cinema),
    await makeScreening(context, cinema, {
      startsAt: new Date(context.clock.now().getTime() + 60 * 3_600_000),
    }),
  ]
  const productId = await makeProduct(context, first.merchantId, { usesPerOrderMax: 4 })
  for (const { merchantId } of events)
    await addTerms(context, merchantId, {
      commissionBasisPoints: 700,
      commissionMinor: 20,
      isCommissionReturned: merchantId === first.merchantId,
      reserveBasisPoints: 10_000,
    })
  context.clock.advance(1)
  await setFees(context, second.merchantId, {
    isCommissionAdded: true,
    ownBasisPoints: 250,
    ownMinor: 10,
    ownMinorMin: 50,
    ownMinorMax: 900,
    isOwnReturned: true,
  })
  context.clock.advance(1)
  await syncReturnTerms(context)
  await expireCaches(5_000)
  return {
    shop,
    operator: await shop.operator(),
    events,
    line,
    cinema,
    screeningIds,
    productId,
    shoppers: [await openShopper(shop), await openShopper(shop)],
    codes: await makeCodes(shop, [first.merchantId, second.merchantId]),
    merchantIds: [first.merchantId, second.merchantId],
    free: new Map(),
    cancelled: new Set(),
  }
}

async function openShopper(shop: HostileShop): Promise<Shopper> {
  const token = await shop.customer()
  const { context } = shop
  const { rows } = await sql<{ id: string }>`
    select c.id from customer c where not exists (select from discount_card d where d.customer_id = c.id)
      and c.role = 'customer' order by c.activated_at desc limit 1`.execute(context.db)
  const customerId = rows[0]?.id ?? ''
  const card = await makeDiscountCard(context, customerId, 'merchant')
  await postTransfer(context, {
    idempotencyKey: context.random.uuid(),
    kind: 'top-up',
    reference: 'test',
    postings: [
      { account: 'provider:test', currency: 'GEL', amountMinor: balanceMinor },
      { account: customerAccount(customerId), currency: 'GEL', amountMinor: -balanceMinor },
    ],
  })
  return { token, card }
}

/** Codes that the shop and both organisers fund: parts, amounts, and everything with and without fees. */
async function makeCodes(shop: HostileShop, merchantIds: readonly number[]): Promise<string[]> {
  const made: string[] = []
  const terms = [
    { percent: 33 },
    { amount: 1_111 },
    { percent: 100 },
    { percent: 100, freeFees: 'buyer' as const },
    { percent: 80, amountMax: 2_500, isCombined: true },
  ]
  for (const merchantId of [undefined, ...merchantIds])
    for (const one of terms) {
      const saved = await savePromoCode(shop.context, shop.ports.orders.sources, {
        isCombined: false,
        isActive: true,
        ...one,
        borneBy: merchantId === undefined ? 'house' : 'merchant',
        ...(merchantId !== undefined && { merchantId }),
      })
      if (!saved.ok) throw new Error(saved.code)
      made.push(saved.value.code)
    }
  return made
}

export type Chance = (below: number) => number

export function pick<Item>(chance: Chance, items: readonly Item[]): Item {
  return items[chance(items.length)] as Item
}

/** The next free places of an item. */
function take({ free }: World, key: string, first: number, count: number, most: number): number[] {
  const left = free.get(key) ?? Array.from({ length: most }, (_, index) => first + index)
  free.set(key, left)
  return left.splice(0, count)
}

/** What was chosen; null when too little of it is left. */
async function unlessSoldOut(
  answer: Promise<{ status: number; body: Reply }>,
): Promise<Reply | null> {
  const given = await answer
  return given.body.error?.code === 'SeatNotAvailable' ? null : expectOk(answer)
}

interface Chosen {
  readonly orderKey: string
  readonly passengers: readonly object[]
}

type Choose = (world: World, chance: Chance, token: string) => Promise<Chosen | null>

const chooseEvent: Choose = async (world, chance, token) => {
  const event = pick(chance, world.events)
  if (world.cancelled.has(event.eventId)) return null
  const isStanding = chance(4) === 0
  const placeIds = take(world, `event ${event.eventId}`, 1, 1 + chance(3), 40)
  if (!isStanding && placeIds.length === 0) return null
  const request = isStanding ? { event, standing: 1 + chance(3) } : { event, placeIds }
  const { shop } = world
  const order = await unlessSoldOut(shop.post('/v2/Booking/choose-seat', choiceOf(request), token))
  return order && { orderKey: order.orderKey, passengers: [] }
}

const chooseBus: Choose = async ({ shop, line }, chance, token) => {
  const people = Array.from({ length: 1 + chance(2) }, () => ({}))
  const baggage = chance(2) === 0 ? [{ optionCode: 'bag', quantity: 1 }] : []
  const legTo = 1 + chance(3)
  const segments = [
    { runId: pick(chance, line.runIds), legFrom: 0, legTo, passengers: people, baggage },
  ]
  const chosen = await unlessSoldOut(shop.post('/v2/transport/choose', { segments }, token))
  if (!chosen) return null
  const passengers = chosen.segments[0].tickets.map(({ lineId }: Reply, index: number) => ({
    lineId,
    givenName: `Nino ${'I'.repeat(index + 1)}`,
    familyName: 'Beridze',
  }))
  return { orderKey: chosen.orderKey, passengers }
}

const chooseFilm: Choose = async (world, chance, token) => {
  const { shop, cinema, screeningIds } = world
  const sessionId = pick(chance, screeningIds)
  const placeIds = take(world, `cinema ${sessionId}`, 17, 1 + chance(2), 12)
  if (placeIds.length === 0) return null
  const seats = placeIds.map((placeId) => ({ placeId, ticketTypeId: 1 }))
  const products =
    chance(2) === 0 ? [{ productId: cinema.productIds.popcorn, quantity: 1 + chance(2) }] : []
  const body = { sessionId, seats, products }
  const order = await unlessSoldOut(shop.post('/groot/Cavea/BookSeat', body, token))
  return order && { orderKey: order.orderKey, passengers: [] }
}

const chooseFlight: Choose = async ({ shop }, _chance, token) => {
  const { orderKey } = await flightValues(shop, flightOrderGet as never, token)
  return { orderKey: String(orderKey), passengers: [] }
}

const choosePass: Choose = async ({ shop, productId }, _chance, token) => {
  const { orderKey } = await expectOk(shop.post('/v2/multipass/choose', { productId }, token))
  return { orderKey, passengers: [] }
}

const choices: readonly Choose[] = [
  chooseEvent,
  chooseEvent,
  chooseEvent,
  chooseBus,
  chooseBus,
  chooseFilm,
  chooseFilm,
  choosePass,
  chooseFlight,
]

/** Chooses something of any vertical and pays it with whatever applies. */
export async function buy(world: World, chance: Chance, choose: Choose): Promise<void> {
  const { shop, codes } = world
  const { token, card } = pick(chance, world.shoppers)
  const chosen = await choose(world, chance, token)
  if (!chosen) return
  const { orderKey, passengers } = chosen
  // A discount that does not fit the order is refused, and the order goes on without it.
  if (chance(3) === 0)
    await shop.post('/v2/orders/discountcard/apply', { orderKey, ...card }, token)
  if (chance(3) > 0)
    await shop.post('/v2/orders/promo/apply', { orderKey, promoCode: pick(chance, codes) }, token)
  if (choose !== choosePass && chance(4) === 0) await useOwnPass(world, orderKey, token)
  const details = { orderKey, buyer, acceptTerms: true, passengers }
  await expectOk(shop.post('/v2/orders/checkout', details, token))
  if (chance(3) === 0)
    await shop.post('/v2/balance/apply', { orderKey, amount: 200 + chance(3_000) }, token)
  await pay(world, orderKey, token)
}

async function useOwnPass({ shop }: World, orderKey: string, token: string): Promise<void> {
  const { cards } = await expectOk(shop.get('/v2/multipass/show', token))
  if (cards.length === 0) return
  const { cardNumber } = cards[0]
  await shop.post('/v2/multipass/reserve', { cardNumber, orderKey }, token)
}

async function pay({ shop }: World, orderKey: string, token: string): Promise<void> {
  const path = `/groot/Orders/checkout/${orderKey}`
  const { order } = await expectOk(shop.get(path, token))
  if (order.totals.total.amount > 0) {
    const { payId } = await startPayment(shop, orderKey, token)
    shop.bank.pay(payId, { kind: 'approve' })
    await callbackOf(shop, payId)
    // On the day of a payment the bank allows one partial refund, and later any number.
    const taken = shop.bank.payments().find((one) => one.payId === payId)
    if (taken) taken.paidAt = Date.now() - 2 * 86_400_000
  }
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
}

async function validTickets({ shop }: World, token: string): Promise<Reply[]> {
  const { tickets } = await expectOk(shop.get('/v2/tickets', token))
  return tickets.filter(({ statusName }: Reply) => statusName === 'Active')
}

type Step = (world: World, chance: Chance) => Promise<void>

/** By the terms of the ticket, to the buyer or for sale to others. */
const returnTicket: Step = async (world, chance) => {
  const { token } = pick(chance, world.shoppers)
  const tickets = await validTickets(world, token)
  if (tickets.length === 0) return
  const { ticketIdentifier } = pick(chance, tickets)
  const path = chance(3) === 0 ? '/v2/tickets/reselling' : '/v2/tickets/return'
  const quoted = await world.shop.get(`${path}?ticketIdentifier=${ticketIdentifier}`, token)
  if (quoted.status !== 200 || !quoted.body.quote) return
  await expectOk(world.shop.post(path, { quote: quoted.body.quote }, token))
}

const exchange: Step = async (world, chance) => {
  const { shop, line } = world
  const { token } = pick(chance, world.shoppers)
  const own = (await validTickets(world, token)).filter(({ item }: Reply) =>
    line.runIds.includes(item.itemId),
  )
  if (own.length === 0) return
  const ticket = pick(chance, own)
  const runId = line.runIds.find((id) => id !== ticket.item.itemId)
  const asked = `ticketIdentifier=${ticket.ticketIdentifier}&runId=${runId}&legFrom=0&legTo=${1 + chance(3)}`
  const quoted = await shop.get(`/v2/transport/changes/quote?${asked}`, token)
  if (quoted.status !== 200 || !quoted.body.quote) return
  const body = { quote: quoted.body.quote }
  const done = await expectOk(shop.post('/v2/transport/changes', body, token))
  if (done.state === 'to-pay') await pay(world, done.orderKey, token)
}

/** An organiser refunds everything, fees included. */
const refundByOrganiser: Step = async (world, chance) => {
  const { shop } = world
  const { rows } = await sql<{ orderNumber: string; identifier: string; merchantId: number }>`
    select o.order_number as "orderNumber", t.identifier, l.merchant_id as "merchantId"
    from ticket t join order_line l on l.id = t.order_line_id join orders o on o.id = t.order_id
    where t.status = 1 and l.merchant_id = any(${[...world.merchantIds]}::int[]) order by t.id`.execute(
    shop.context.db,
  )
  if (rows.length === 0) return
  const { orderNumber, identifier, merchantId } = pick(chance, rows)
  const body = { orderNumber, ticketIdentifiers: [identifier], reason: 'Goodwill' }
  await shop.postProven('/v2/merchantusers/orders/refund', body, await shop.staff(merchantId))
}

export const cancelDate: Step = async (world, chance) => {
  const { eventId } = pick(chance, world.events)
  if (world.cancelled.has(eventId)) return
  world.cancelled.add(eventId)
  const reasons = { reasonKa: 'ავადმყოფობა', reasonEn: 'Illness' }
  await expectOk(
    world.shop.postProven(`/v2/operator/events/${eventId}/cancel`, reasons, world.operator),
  )
}

/** Suppliers confirm what was bought: until then an order has no tickets to count. */
export async function confirm({ shop }: World): Promise<void> {
  await confirmDue(shop.context, shop.ports.fulfilment)
}

/** What the worker does: refunds, confirmations of suppliers, cancelled dates. */
export const work: Step = async (world) => {
  const { shop } = world
  await confirm(world)
  await refundCancelled(shop.context, shop.ports.returns)
  while ((await executeRefunds(shop.context, shop.ports.checkout)) > 0)
    shop.context.clock.advance(20)
}

/** Every vertical once, so that each run has all of them. */
export const firstSteps: readonly Step[] = [...new Set(choices)].map(
  (choose) => (world, chance) => buy(world, chance, choose),
)

export const anyStep: Step = (world, chance) => {
  const kind = chance(10)
  if (kind < 6) return buy(world, chance, pick(chance, choices))
  if (kind < 8) return returnTicket(world, chance)
  return (kind === 8 ? exchange : refundByOrganiser)(world, chance)
}
