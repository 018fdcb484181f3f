/** Good values of the calls of a counter. */
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import type { HostileShop } from './shop.ts'

const path = '/v2/merchantusers/box-office'

/** An open shift, unless it is opened by the call itself, and an order that was sold in it where one is needed. */
export async function counterValues(
  shop: HostileShop,
  callId: string,
  event: MadeEvent,
  token: string,
): Promise<Record<string, unknown>> {
  const shift = { counter: 'Foyer', openingMinor: 50_000 }
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
  }
  if (callId === 'own-counter-shift-open') return values
  await shop.post(`${path}/shift`, shift, token)
  if (!/order|print|return/.test(callId)) return values
  const { body } = await shop.post(`${path}/sales`, values, token)
  const [ticket] = body.tickets
  return {
    ...values,
    orderNumber: body.orderNumber,
    ticketIdentifiers: [ticket.ticketIdentifier],
  }
}
