/**
 * Valid input for the calls of flights: a search, a confirmed price, named passengers, an order, as required by the
 * call.
 */
import { sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import { flightOrderGet } from '#modules/flights/order-contract.ts'
import { contact, dayFrom, family } from '../flights/traveller.ts'
import { namesOf } from './inputs.ts'
import { expectOk } from './purchases.ts'
import type { HostileShop, Reply } from './shop.ts'

export function isAboutFlights({ area, id }: Pick<Call, 'area' | 'id'>): boolean {
  return area === 'flights' || area === 'amadeus' || id.startsWith('own-flight')
}

const stations = ['itineraryId', 'priceDetailId', 'tktOrderNumber', 'orderKey'] as const

export async function flightValues(
  shop: HostileShop,
  call: Call,
  token: string,
): Promise<Record<string, unknown>> {
  const names = namesOf(call)
  const [traveller] = family(1)
  const values: Record<string, unknown> = {
    fromAirport: 'TBS',
    toAirport: 'IST',
    fromDate: dayFrom(shop, 30),
    name: call.id === 'amadeus-airlines' ? 'georgian' : 'tbilisi',
    passengers: [traveller],
    contact,
    ...traveller,
  }
  // An event in Duffel's format.
  if (call.id === 'own-flight-duffel-events')
    return { ...values, id: 'wev_walk', type: 'ping.triggered' }
  const wantsBooking = names.has('pseudoKey') ? 'orderKey' : undefined
  const last = Math.max(
    ...stations.map((name, index) => (names.has(name) || name === wantsBooking ? index : -1)),
  )
  // A call that creates a thing gets the preceding ones as input.
  const wanted =
    call.id === 'flights-passengers-set' ? 1 : call.id === 'flights-order-create' ? 2 : last
  if (wanted < 0) return values
  const query = `fromAirport=TBS&toAirport=IST&fromDate=${dayFrom(shop, 30)}&providers=house`
  const { items } = await expectOk(shop.get(`/v2/flights/search?${query}`))
  const { itineraryId } = items[0].fares[0]
  values['itineraryId'] = itineraryId
  if (wanted < 1) return values
  const price = await expectOk(shop.post('/v2/flights/price-details', { itineraryId }, token))
  const { priceDetailId } = price
  values['priceDetailId'] = priceDetailId
  if (call.id === 'own-flight-seats') values['seats'] = [await freeSeat(shop, priceDetailId, token)]
  if (wanted < 2) return values
  const body = { priceDetailId, passengers: [traveller], contact }
  const { tktOrderNumber } = await expectOk(shop.post('/v2/flights/passengers', body, token))
  values['tktOrderNumber'] = tktOrderNumber
  if (wanted < 3) return values
  const order = await expectOk(shop.post('/v2/flights/order', { tktOrderNumber }, token))
  if (names.has('changeId')) values['changeId'] = await agreedChange(shop, tktOrderNumber)
  return {
    ...values,
    orderKey: order.orderKey,
    orderNumber: order.orderNumber,
    pseudoKey: order.pseudoKey,
  }
}

async function freeSeat(shop: HostileShop, priceDetailId: string, token: string) {
  const { maps } = await expectOk(
    shop.get(`/v2/flights/seat-maps?priceDetailId=${priceDetailId}`, token),
  )
  const free = maps[0].rows
    .flatMap(({ sections }: Reply) => sections.flat())
    .find((one: Reply) => one?.price)
  return { position: 1, leg: 0, seat: free.seat }
}

/** A change of a booking that has been accepted; accepting it again is allowed. */
async function agreedChange(shop: HostileShop, tktOrderNumber: string): Promise<number> {
  const flights = JSON.stringify([{ minutes: 0, legs: [] }])
  const { rows } = await sql<{ id: number }>`
    insert into flight_change (booking_id, supplier_ref, before, after, state, noticed_at)
    select id, 'walk', ${flights}::jsonb, ${flights}::jsonb, 'accepted', ${shop.context.clock.now()}
    from flight_booking where number = ${tktOrderNumber} returning id`.execute(shop.context.db)
  return rows[0]?.id ?? 0
}

/** A flight ordered by a customer, with their own passenger details, and its identifiers. */
export async function flightOf(shop: HostileShop, token: string): Promise<Record<string, unknown>> {
  const [traveller] = family(1)
  await expectOk(shop.post('/v2/flights/passenger-info/my', traveller, token))
  const values = await flightValues(shop, flightOrderGet, token)
  const { orderKey } = values
  const order = await expectOk(shop.get(`/groot/Orders/checkout/${orderKey}`, token))
  const lineIds = order.order.lines.map((line: Reply) => line.lineId)
  const { priceDetailId, tktOrderNumber, pseudoKey, orderNumber } = values
  const changeId = await agreedChange(shop, String(tktOrderNumber))
  return { priceDetailId, tktOrderNumber, pseudoKey, orderKey, orderNumber, lineIds, changeId }
}

/** Fields that are optional in the schema although one of them is required. */
export function flightsInput(call: Call, values: Readonly<Record<string, unknown>>) {
  if (call.id === 'flights-passengers-set')
    return { body: { priceDetailId: values['priceDetailId'] } }
  if (call.id === 'flights-order-get' || call.id === 'flights-order-iati')
    return { query: { orderKey: values['orderKey'] } }
  // Days are counted in pairs: one day before and after is a hundredth of the work.
  if (call.id.startsWith('flights-calendar-')) return { query: { days: 1 } }
  return {}
}
