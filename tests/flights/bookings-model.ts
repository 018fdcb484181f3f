/**
 * Many concurrent bookings with three suppliers and seeded faults: price changes, lost responses, sold-out
 * fares, late tickets, buyers who change their minds. Invariants are checked when no more work is due.
 */
import { sql } from 'kysely'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { returnParts } from '#flows/returns/server/return-parts.ts'
import { confirmDue } from '#flows/fulfilment/server/confirm-due.ts'
import { releaseAbandoned } from '#modules/flights/server/public-api.ts'
import { sweepOverdueOrders } from '#modules/orders/server/public-api.ts'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import type { DuffelFake } from '../../fakes/duffel/start.ts'
import type { IatiFake } from '../../fakes/iati/start.ts'
import { callbackOf, expectOk } from '../hostile/purchases.ts'
import { buyer, type HostileShop, type Reply } from '../hostile/shop.ts'
import { randomOf } from '../storm/random.ts'
import { completeSearch, contact, dayFrom, family } from './traveller.ts'

type Random = () => number

/** Outcome of a booking as seen by the buyer. */
interface Ending {
  readonly orderKey: string
  readonly token: string
  /** The price the buyer last confirmed, and the captured amount; null if nothing was paid. */
  readonly confirmed: number
  readonly charged: number | null
}

const abreast = 6

/** The fakes of the external suppliers. */
export interface FakeSuppliers {
  readonly duffel: DuffelFake
  readonly iati: IatiFake
}

/** Number of bookings by outcome. */
export type Tally = Record<'ticketed' | 'refused' | 'unpaid', number>

/** Returns the violated invariants. */
export async function playBookings(
  shop: HostileShop,
  outside: FakeSuppliers,
  { seed, count, tally }: { readonly seed: number; readonly count: number; readonly tally?: Tally },
): Promise<string[]> {
  const random = randomOf(seed)
  const endings: Ending[] = []
  const findings: string[] = []
  let begun = 0
  const one = async (): Promise<void> => {
    while (begun < count) {
      begun += 1
      try {
        const ending = await playOne(shop, outside, random)
        if (ending) endings.push(ending)
      } catch (error) {
        findings.push(`a booking broke: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: abreast }, one))
  outside.duffel.reset()
  outside.iati.reset()
  await runUntilIdle(shop)
  findings.push(...(await findBrokenInvariants(shop.context)))
  for (const ending of endings) findings.push(...(await findingsOf(shop, ending, tally)))
  findings.push(...(await disagreements(shop, outside)))
  return findings
}

async function playOne(
  shop: HostileShop,
  outside: FakeSuppliers,
  random: Random,
): Promise<Ending | null> {
  const token = await shop.guest()
  const adults = random() < 0.7 ? 1 : 2
  const infants = random() < 0.3 ? 1 : 0
  const found = await completeSearch(shop, {
    fromAirport: 'TBS',
    toAirport: 'IST',
    fromDate: dayFrom(shop, 40),
    adult: adults,
    infant: infants,
    providers: pick(random, ['duffel', 'duffel', 'iati', 'iati', 'house']) ?? 'house',
  })
  const trip = pick(random, found.items as Reply[])
  const fare = trip && pick(random, trip.fares as Reply[])
  if (!fare) return null
  misbehave(outside, random)
  const { itineraryId } = fare
  const price = await shop.post('/v2/flights/price-details', { itineraryId }, token)
  if (price.status !== 200) return null
  const { priceDetailId } = price.body
  const passengers = family(adults, 0, infants)
  const named = await expectOk(
    shop.post('/v2/flights/passengers', { priceDetailId, passengers, contact }, token),
  )
  const { tktOrderNumber } = named
  if (random() < 0.3) await chooseSeat(shop, { token, priceDetailId, tktOrderNumber }, random)
  const order = await expectOk(shop.post('/v2/flights/order', { tktOrderNumber }, token))
  const { orderKey } = order
  const isWanted = await reserve(shop, { token, orderKey }, random)
  const { order: held } = await expectOk(shop.get(`/groot/Orders/checkout/${orderKey}`, token))
  const confirmed: number = held.totals.total.amount
  if (!isWanted || random() < 0.2) {
    if (random() < 0.5) await shop.post('/v2/orders/unreserve', { orderKey, cancel: true }, token)
    return { orderKey, token, confirmed, charged: null }
  }
  misbehave(outside, random)
  const charged = await payFor(shop, { token, orderKey })
  return { orderKey, token, confirmed, charged }
}

/** The first traveller chooses a seat if seats are sold; several buyers choose the same seat. */
async function chooseSeat(
  shop: HostileShop,
  {
    token,
    priceDetailId,
    tktOrderNumber,
  }: Readonly<Record<'token' | 'priceDetailId' | 'tktOrderNumber', string>>,
  random: Random,
): Promise<void> {
  const shown = await shop.get(`/v2/flights/seat-maps?priceDetailId=${priceDetailId}`, token)
  if (shown.status !== 200) return
  const free = shown.body.maps[0].rows
    .flatMap(({ sections }: Reply) => sections.flat())
    .filter((one: Reply) => one?.positions.includes(1))
  const seat = pick(random, free.slice(0, 6) as Reply[])
  if (!seat) return
  const seats = [{ position: 1, leg: 0, seat: seat.seat }]
  await shop.post('/v2/flights/seats', { tktOrderNumber, seats }, token)
}

function pick<Value>(random: Random, values: readonly Value[]): Value | undefined {
  return values[Math.floor(random() * values.length)]
}

/** Configures faults for about half of the following calls. */
function misbehave({ duffel, iati }: FakeSuppliers, random: Random): void {
  const faults = {
    silenceMs: 20,
    pricePercent: 100 + Math.floor(random() * 3) * 7,
    ticketsAfterLooks: Math.floor(random() * 3),
  }
  duffel.misbehave({ ...faults, instantOnly: random() < 0.3 })
  iati.misbehave(faults)
  const fault = pick(random, faultsOfDuffel)
  if (fault && random() < 0.6) duffel.misbehave({ [fault]: 1 })
  const other = pick(random, faultsOfIati)
  if (other && random() < 0.6) iati.misbehave({ [other]: 1 })
}

const faultsOfDuffel = [
  'orderErrorCalls',
  'orderLostCalls',
  'orderSoldOutCalls',
  'seatTakenCalls',
  'paymentErrorCalls',
  'paymentLostCalls',
  'readErrorCalls',
  'cancelLostCalls',
  'priceGoneCalls',
] as const
const faultsOfIati = [
  'optionErrorCalls',
  'optionLostCalls',
  'soldOutCalls',
  'twiceCalls',
  'ticketErrorCalls',
  'ticketLostCalls',
  'readErrorCalls',
  'cancelLostCalls',
  'fareGoneCalls',
] as const

/** Whether the buyer still wants the booking. Some pay without reserving first. */
async function reserve(
  shop: HostileShop,
  { token, orderKey }: { readonly token: string; readonly orderKey: string },
  random: Random,
): Promise<boolean> {
  if (random() < 0.15) return true
  for (let round = 0; round < 3; round += 1) {
    const tried = await shop.post('/v2/flights/try-order-reservation', { orderKey }, token)
    if (tried.status === 503) continue
    if (tried.status !== 200) return random() < 0.2
    if (tried.body.outcome !== 'price-rose') return true
    if (random() < 0.4) return false
    await shop.post(`/v2/flights/update-order-price?orderKey=${orderKey}`, {}, token)
  }
  return true
}

/** The captured amount; null if the payment was refused. */
async function payFor(
  shop: HostileShop,
  { token, orderKey }: { readonly token: string; readonly orderKey: string },
): Promise<number | null> {
  const details = { orderKey, buyer, acceptTerms: true }
  const checked = await shop.post('/v2/orders/checkout', details, token)
  if (checked.status !== 200) return null
  const body = { orderKey, provider: 2 }
  const started = await shop.post('/groot/Orders/create-payment', body, token)
  if (started.status !== 200) return null
  const { rows } = await sql<{ payId: string }>`
    select external_id as "payId" from payment where id = ${started.body.paymentId}`.execute(
    shop.context.db,
  )
  const payId = rows[0]?.payId ?? ''
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await shop.post('/v2/orders/complete', { orderKey }, token)
  return shop.bank.payments().find((one) => one.payId === payId)?.amountMinor ?? null
}

/** Runs the worker until nothing changes any more. */
async function runUntilIdle(shop: HostileShop): Promise<void> {
  const { context, ports } = shop
  let quiet = 0
  for (let round = 0; round < 60 && quiet < 4; round += 1) {
    context.clock.advance(240)
    const work =
      (await confirmDue(context, ports.fulfilment)) +
      (await sweepOverdueOrders(context, 500)) +
      (await releaseAbandoned(context, ports.flights)) +
      (await returnParts(context, ports.returns)) +
      (await executeRefunds(context, ports.checkout))
    quiet = work === 0 ? quiet + 1 : 0
  }
}

async function findingsOf(
  shop: HostileShop,
  ending: Ending,
  tally: Tally | undefined,
): Promise<string[]> {
  const { orderKey, token, charged, confirmed } = ending
  const { body } = await shop.get(`/v2/flights/tkt-order?orderKey=${orderKey}`, token)
  const { state, statusName, ticketNumbers } = body
  const label = `${orderKey} (${state}, ${statusName}, charged ${charged}, confirmed ${confirmed})`
  if (tally) tally[charged === null ? 'unpaid' : state === 'ticketed' ? 'ticketed' : 'refused'] += 1
  if (charged === null)
    return state === 'cancelled' || state === 'held' ? [] : [`${label}: unpaid and not ended`]
  if (charged !== confirmed) return [`${label}: charged another sum`]
  const isTicketed = state === 'ticketed' && statusName === 'Processed' && ticketNumbers.length > 0
  const isRefunded = state === 'refused' && statusName === 'Canceled'
  return isTicketed || isRefunded ? [] : [`${label}: paid, neither ticketed nor refunded`]
}

/** Differences between the suppliers' bookings and ours. */
async function disagreements(
  shop: HostileShop,
  { duffel, iati }: FakeSuppliers,
): Promise<string[]> {
  const { rows } = await sql<{ supplier: string; reference: string }>`
    select supplier, reference from flight_booking where state = 'ticketed'`.execute(
    shop.context.db,
  )
  const ours = new Set(rows.map(({ reference }) => reference))
  const standing = [
    ...duffel.orders().filter(({ isCancelled }) => !isCancelled),
    ...iati
      .orders()
      .filter(({ status }) => status !== 'CANCELLED')
      .map(({ id, status }) => ({ id, isPaid: status === 'PAID' })),
  ]
  const findings = standing
    .filter(({ id, isPaid }) => !isPaid || !ours.has(id))
    .map(({ id, isPaid }) => `${id} stands outside${isPaid ? ', paid,' : ''} and is nobody's`)
  const theirs = new Set(standing.map(({ id }) => id))
  for (const { supplier, reference } of rows)
    if (supplier !== 'house' && !theirs.has(reference))
      findings.push(`${reference} is ticketed here and unknown at ${supplier}`)
  const own = await sql<{ reference: string }>`
    select h.reference from flight_house_booking h
    where h.state = 'reserved' or (h.state = 'ticketed' and not exists (
      select from flight_booking b where b.reference = h.reference and b.state = 'ticketed'))
  `.execute(shop.context.db)
  findings.push(...own.rows.map(({ reference }) => `${reference} stands at the platform's own`))
  return findings
}
