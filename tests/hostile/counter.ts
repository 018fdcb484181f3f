/** Valid input for the calls of a counter. */
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { customerAccount, postTransfer } from '#modules/wallet/server/public-api.ts'
import { ownTerminal } from '#modules/box-office/tests/factories.ts'
import type { HostileShop } from './shop.ts'

const path = '/v2/merchantusers/box-office'

/** An open shift, unless the call opens it, and an order sold in it if the call needs one. */
export async function counterValues(
  shop: HostileShop,
  callId: string,
  event: MadeEvent,
  token: string,
): Promise<Record<string, unknown>> {
  const terminal = `V400-${event.merchantId}`
  await ownTerminal(shop.context, event.merchantId, terminal)
  const shift = { counter: 'Foyer', openingMinor: 50_000, terminal }
  const values = {
    ...shift,
    kind: 'in',
    amountMinor: 100,
    note: 'Small change',
    countedMinor: 50_000,
    eventId: event.eventId,
    ticketTypeId: event.poolTypes[1]?.ticketTypeId,
    quantity: 1,
    givenMinor: 100_000,
    format: 'roll',
    reason: 'Wrong evening',
    seats: [],
    name: 'Nino',
    phone: '+995555112233',
    until: new Date(shop.context.clock.now().getTime() + 86_400_000).toISOString(),
  }
  if (callId === 'own-counter-shift-open') return values
  await shop.post(`${path}/shift`, shift, token)
  if (callId === 'own-counter-hold') {
    const ticketTypeId = event.seatTypes['a']?.ticketTypeId
    return { ...values, seats: [{ ticketTypeId, placeId: 5 }] }
  }
  if (/release|reserv|sell-held|card|balance/.test(callId)) {
    const { body } = await shop.post(`${path}/held`, values, token)
    const { orderKey } = body
    return callId === 'own-counter-balance'
      ? { ...values, orderKey, code: await balanceCode(shop) }
      : { ...values, orderKey }
  }
  if (!/order|print|return/.test(callId)) return values
  const { body } = await shop.post(`${path}/sales`, values, token)
  const [ticket] = body.tickets
  return {
    ...values,
    orderNumber: body.orderNumber,
    ticketIdentifiers: [ticket.ticketIdentifier],
  }
}

/** Seats that can be given to an outside seller, or that one has. */
export async function allotmentValues(
  shop: HostileShop,
  callId: string,
  event: MadeEvent,
  token: string,
): Promise<Record<string, unknown>> {
  const given = { eventId: event.eventId, seller: 'Kiosk', placeIds: [31] }
  if (callId !== 'own-merchant-allotment-take-back') return given
  const { body } = await shop.post('/v2/merchantusers/dates/allotments', given, token)
  return { orderNumber: body.orderNumber, lineIds: [body.places[0].lineId] }
}

/** A file with an order that was sold elsewhere. */
export function soldFile({ eventId, poolTypes }: MadeEvent): Record<string, unknown> {
  const row = [eventId, poolTypes[1]?.ticketTypeId, 2, '20.00', 'K-1']
  const content = `date,type,quantity,price,reference\n${row.join(',')}`
  return { format: 'csv', content }
}

/** A code of a customer with a balance. */
async function balanceCode(shop: HostileShop): Promise<string> {
  const customer = await shop.customer()
  const { body } = await shop.post('/v2/balance/counter-code', {}, customer)
  const customerId: string = (await shop.get('/v2/auth/profile', customer)).body.userId
  await postTransfer(shop.context, {
    idempotencyKey: `counter gift ${body.code}`,
    kind: 'correction',
    reference: customerId,
    postings: [
      { account: 'house:gifts', currency: 'GEL', amountMinor: 90_000 },
      { account: customerAccount(customerId), currency: 'GEL', amountMinor: -90_000 },
    ],
  })
  return body.code
}

/** Reserves places under this name; returns the key of the order. */
export async function reservationOf(
  shop: HostileShop,
  event: MadeEvent,
  token: string,
  name: string,
): Promise<string> {
  const values = await counterValues(shop, 'own-counter-reserve', event, token)
  const kept = await shop.post(`${path}/reservations`, { ...values, name }, token)
  return kept.body.orderKey
}
