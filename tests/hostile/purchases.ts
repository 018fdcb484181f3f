import { expect, vi } from 'vitest'
import type { Call } from '#contract/call.ts'
import { paymentProvider } from '#contract/enumerations.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { sign } from '../../src/modules/payments/server/epoint/signature.ts'
import { buyer, type HostileShop, type Reply } from './shop.ts'

/** The states of an order that purchases can reach. */
export const stations = [
  'draft',
  'checkout',
  'paying',
  'paid',
  'declined',
  'canceled',
  'overdue',
] as const
export type Station = (typeof stations)[number]

/** An order created over HTTP, with all identifiers of it and its parts. */
export interface Purchase {
  readonly station: Station
  readonly token: string
  readonly orderKey: string
  readonly orderNumber: string
  readonly lineIds: readonly number[]
  readonly total: number
  readonly paymentId?: string
  /** The bank's id of the payment. */
  readonly payId?: string
  readonly ticketIdentifiers: readonly string[]
  /** Token of the link in the email. */
  readonly linkToken: string
}

export interface Request {
  readonly event: MadeEvent
  readonly placeIds?: readonly number[]
  readonly standing?: number
}

/** The body of a choice: named places of zone `a` (1–20) or `b` (21–40), or standing places. */
export function choiceOf({ event, placeIds, standing }: Request) {
  const { eventId } = event
  if (standing !== undefined) {
    return {
      eventId,
      places: [{ ticketTypeId: event.poolTypes[1]?.ticketTypeId, quantity: standing }],
    }
  }
  const typeOf = (placeId: number) => event.seatTypes[placeId <= 20 ? 'a' : 'b']?.ticketTypeId
  const seats = (placeIds ?? []).map((placeId) => ({ ticketTypeId: typeOf(placeId), placeId }))
  return { eventId, seats }
}

const approved = { kind: 'approve' } as const
const declined = { kind: 'decline', resultCode: 'decline_general' } as const

/** Waits until the bank's callback has been sent, so that nothing changes later. */
export async function callbackOf(shop: HostileShop, payId: string): Promise<void> {
  const isTold = () =>
    shop.bank.deliveries().some((each) => each.payId === payId && each.status === 200)
  await vi.waitUntil(isTold, { timeout: 10_000, interval: 10 })
}

/** Brings an order to the given state. */
export async function purchase(
  shop: HostileShop,
  options: { readonly token: string; readonly station: Station; readonly request: Request },
): Promise<Purchase> {
  const { token, station, request } = options
  const order = await expectOk(shop.post('/v2/Booking/choose-seat', choiceOf(request), token))
  const { orderKey, orderNumber } = order
  const made = {
    station,
    token,
    orderKey,
    orderNumber,
    lineIds: order.lines.map((line: Reply) => line.lineId),
    total: order.totals.total.amount,
    ticketIdentifiers: [],
    linkToken: await shop.ports.tickets.guestLinks.token(shop.context, orderKey),
  }
  if (station === 'draft' || station === 'overdue') return made
  if (station === 'canceled') {
    await expectOk(shop.post('/v2/orders/unreserve', { orderKey, cancel: true }, token))
    return made
  }
  const details = { orderKey, buyer, acceptTerms: true }
  await expectOk(shop.post('/v2/orders/checkout', details, token))
  if (station === 'checkout') return made
  const payment = await startPayment(shop, orderKey, token)
  if (station === 'paying') return { ...made, ...payment }
  shop.bank.pay(payment.payId, station === 'paid' ? approved : declined)
  await callbackOf(shop, payment.payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  const { tickets } = await expectOk(shop.get('/v2/tickets', token))
  const own = tickets.filter((ticket: Reply) => ticket.orderNumber === orderNumber)
  return {
    ...made,
    ...payment,
    ticketIdentifiers: own.map((ticket: Reply) => ticket.ticketIdentifier),
  }
}

export async function startPayment(
  shop: HostileShop,
  orderKey: string,
  token: string,
): Promise<{ paymentId: string; payId: string }> {
  const body = { orderKey, provider: 2 }
  const { paymentId } = await expectOk(shop.post('/groot/Orders/create-payment', body, token))
  const row = await shop.context.db
    .selectFrom('payment')
    .select('external_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return { paymentId, payId: row.external_id ?? '' }
}

/** The reply of a request that must succeed. */
export async function expectOk(answer: Promise<{ status: number; body: Reply }>): Promise<Reply> {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Assigns a paid order's payment to the provider of a call, and returns a message signed by it. */
export async function onlinePayment(
  shop: HostileShop,
  call: Pick<Call, 'id'>,
  { paymentId }: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const provider = call.id.includes('epoint') ? paymentProvider.epoint : paymentProvider.citypay
  if (typeof paymentId === 'string')
    await shop.context.db
      .updateTable('payment')
      .set({ provider })
      .where('id', '=', paymentId)
      .execute()
  const told = { order_id: shop.context.random.uuid(), transaction: 'te1' }
  return { ...sign('demo-epoint-key', told), order_token: 'order' }
}
