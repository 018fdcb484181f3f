/**
 * A kiosk in a foyer and the entrance behind it: fees, an order assembled manually, a card payment, a
 * scanned ticket.
 */
import { expect } from 'vitest'
import { makeStaff } from '#modules/staff/tests/factories.ts'
import type { Reply } from './client.ts'
import type { Partner } from './partner.ts'
import { buyer, payAtBank, type WalkEnvironment } from './environment.ts'

const walk = 'A kiosk'
const password = 'a heron on the Mtkvari'

interface Showing {
  readonly eventId: number
  readonly startsAt: string
}

export async function walkKiosk(environment: WalkEnvironment): Promise<void> {
  const merchantId = await theatre(environment)
  const { email } = await makeStaff(environment.shop.context, {
    merchantId,
    role: 'manager',
    password,
  })
  const signIn = async () => {
    const scanner = environment.partner('A check-in device')
    await scanner.call('merchantToken', { body: { email, password } })
    return scanner
  }
  const { items } = await (await signIn()).call('merchantAccessibleItems')
  const kiosk = environment.partner(walk)
  const showing = await showingOn(kiosk, items)
  const ticket = await sell(environment, kiosk, showing)
  await environment.at(new Date(showing.startsAt), async () =>
    letIn(environment, await signIn(), showing, ticket),
  )
}

/** The organiser with the most theatres in the demo. */
async function theatre({ shop }: WalkEnvironment): Promise<number> {
  const { db } = shop.context
  const rows = db.selectFrom('merchant').select('id').where('slug', '=', 'kulisa')
  return (await rows.executeTakeFirstOrThrow()).id
}

/** A future date in the scanner's own venue that the kiosk sells. */
async function showingOn(kiosk: Partner, items: readonly Reply[]): Promise<Showing> {
  const { channel, items: sold } = await kiosk.call('showsIntegrationList')
  expect(channel).toBe('partner')
  const shows = new Set(sold.map(({ showId }: Reply) => showId))
  for (const { events } of items.filter(({ itemId }) => shows.has(itemId)))
    for (const { eventId, startsAt } of events) {
      const { ticketTypes } = await kiosk.call('ordersFees', { query: { eventId } })
      const map = await kiosk.call('eventsOlderMap', { query: { eventId } })
      const isPlain = map.asks.details.length === 0 && !map.asks.phoneCode
      if (map.isOnSale && isPlain && ticketTypes.some(({ isActive }: Reply) => isActive))
        return { eventId, startsAt }
    }
  throw new Error('The demo has no event for partners')
}

/** Ticket lines, without fees and discounts. */
const ticketsIn = ({ lines }: Reply): Reply[] =>
  lines.filter(({ kind }: Reply) => kind === 'Ticket')

async function sell(
  environment: WalkEnvironment,
  kiosk: Partner,
  { eventId }: Showing,
): Promise<Reply> {
  const { ticketTypes } = await kiosk.call('ordersFees', { query: { eventId } })
  const { orderKey } = await kiosk.call('ordersInitialize', { body: { eventId, quantity: 2 } })
  const best = await kiosk.call('ordersReserveRandom')
  const chosen = ticketsIn(best)
  expect(chosen).toHaveLength(2)
  const dearest = Math.max(...ticketTypes.map(({ total }: Reply) => total.amount))
  expect(best.totals.total.amount).toBeLessThanOrEqual(2 * dearest)
  // Both are released; the previous choice is then held again by name, the second with a code.
  await kiosk.call('ordersGrootUnreserve', {
    body: { orderKey, lineIds: chosen.map(({ lineId }: Reply) => lineId) },
  })
  const [first, second] = chosen.map(({ ticketTypeId, placeId }: Reply) =>
    placeId === null
      ? { places: [{ ticketTypeId, quantity: 1 }] }
      : { seats: [{ ticketTypeId, placeId }] },
  )
  const one = await kiosk.call('ordersReserve', { body: { eventId, orderKey, ...first } })
  expect(ticketsIn(one)).toHaveLength(1)
  const both = await kiosk.call('ordersReservePromo', {
    body: { eventId, orderKey, ...second, promoCode: 'GAMARJOBA' },
  })
  expect(both.totals.takenOff.amount).not.toBe(0)
  await kiosk.call('ordersGrootCheckout', { body: { orderKey, buyer, acceptTerms: true } })
  const { redirectUrl } = await kiosk.call('ordersGrootCreatePayment', {
    body: { orderKey, provider: 2 },
  })
  await payAtBank(environment, redirectUrl)
  await kiosk.call('ordersGrootOrderComplete', { body: { orderKey } })
  const { tickets } = await kiosk.call('ticketsGet')
  expect(tickets).toHaveLength(2)
  return tickets[0]
}

/** The device looks up the gate that admits the ticket, and admits it there once. */
async function letIn(
  { shop }: WalkEnvironment,
  scanner: Partner,
  { eventId }: Showing,
  { code, typeName }: Reply,
): Promise<void> {
  const { items: gates } = await scanner.call('merchantGates', { query: { eventId } })
  expect(gates.length).toBeGreaterThan(0)
  const { items } = await scanner.call('merchantGatesTicketTypes', { query: { eventId } })
  expect(items.map(({ gateId }: Reply) => gateId)).toEqual(gates.map(({ gateId }: Reply) => gateId))
  const gate = items.find(({ ticketTypes }: Reply) =>
    ticketTypes.some(({ name }: Reply) => name === typeName),
  )
  const deviceId = shop.context.random.uuid()
  const scan = (sequence: number) =>
    scanner.call('ownEntranceScan', {
      body: { deviceId, eventId, gateId: gate.gateId, sequence, code },
    })
  expect((await scan(1)).outcome).toBe('Admitted')
  expect((await scan(2)).outcome).toBe('AlreadyUsed')
}
