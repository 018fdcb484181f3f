/**
 * Goal: a ticket is transferred by the terms of its own vertical, not those of another with the same item number.
 * Method: a concert and a boat with one number in one order; the boat binds tickets of type 1 to their named
 * passenger.
 */
import { ticketActions } from '../web/parts/actions/offered.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invariant, ok } from '#kernel/result.ts'
import { makeGuest } from '#modules/events/tests/factories.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { requestFor } from '#modules/orders/server/public-api.ts'
import { journeySource } from '#modules/orders/tests/journey-source.ts'
import { inTransaction, type Actor } from '#platform/context.ts'
import * as calls from '../contract.ts'
import * as passing from '../transfer-contract.ts'
import { reserveTicket } from '../server/public-api.ts'
import { journeyTicketSource } from './journey-tickets.ts'
import { buyTickets, openTicketShop, type Purchase, type TicketShop } from './support.ts'

const boat = journeySource('boat')
let named: readonly number[] = [1]
let shop: TicketShop
let place = 0

beforeAll(async () => {
  const mayPassOn = async (_: unknown, __: unknown, type: number) => !named.includes(type)
  shop = await openTicketShop([{ offers: boat, tickets: journeyTicketSource(boat, { mayPassOn }) }])
})
afterAll(() => shop.close())

/** A concert ticket, and two of the boat: one of a named type and one of a type without names. */
async function bought() {
  named = [1]
  const offeringId = await createOffering(shop.context, { legCount: 2, placeCount: 2 })
  const { eventId: itemId } = shop.event
  const leg = { legFrom: 0, legTo: 1 }
  const parts = [
    { ...leg, places: [1], ticketTypeId: 1 },
    { ...leg, places: [2], ticketTypeId: 2 },
  ]
  const also = [requestFor(boat, { offeringId, itemId, parts })]
  const purchase = await buyTickets(shop, { placeIds: [(place += 1)], also })
  const rows = await shop.context.db
    .selectFrom('ticket')
    .select(['source', 'ticket_type_id', 'identifier'])
    .where('order_id', '=', purchase.order.id)
    .execute()
  const identifierOf = (source: string, type?: number) =>
    rows.find((row) => row.source === source && (!type || row.ticket_type_id === type))
      ?.identifier ?? ''
  return {
    ...purchase,
    concert: identifierOf('event'),
    passenger: identifierOf('boat', 1),
    car: identifierOf('boat', 2),
  }
}

const link = (actor: Actor, which: object, handsOver = true) =>
  shop.send(actor, passing.createShareUrl, { body: { ...which, handsOver } })
const take = (actor: Actor, token: string | null) =>
  shop.send(actor, passing.takeOverTickets, { body: { token: token ?? '' } })

test('passing on is offered for what may pass, to who holds it', async () => {
  const { actor, order, passenger, car, concert } = await bought()
  const query = { orderNumber: order.orderNumber }
  const view = await shop.send(actor, calls.orderTickets, { query })
  invariant(view.ok, 'the order is shown')
  const passOn = ticketActions.find(({ id }) => id === 'pass-on')
  const offered = view.value.tickets.filter((ticket) => passOn?.isOffered(ticket, null))
  expect(offered.map(({ ticketIdentifier }) => ticketIdentifier).toSorted()).toEqual(
    [car, concert].toSorted(),
  )
  expect(view.value.tickets.map(({ ticketIdentifier }) => ticketIdentifier)).toContain(passenger)
})

test('what bears a name is shown and not passed on; concert and car of the same number are', async () => {
  const { actor, passenger, car, concert } = await bought()
  expect(await link(actor, { ticketIdentifier: passenger })).toMatchObject({
    code: 'TicketNotTransferable',
  })
  expect(await link(actor, { ticketIdentifier: passenger }, false)).toMatchObject({ ok: true })
  for (const ticketIdentifier of [car, concert]) {
    const made = await link(actor, { ticketIdentifier })
    invariant(made.ok, 'a link is made')
    const taker = await makeGuest(shop.context)
    expect(await take(taker, made.value.ticketShareToken)).toMatchObject({ ok: true })
    const list = await shop.send(taker, calls.getTickets)
    expect(list.ok && list.value.tickets.map((each) => each.ticketIdentifier)).toEqual([
      ticketIdentifier,
    ])
  }
})

test('all of an order means those that may pass on', async () => {
  const { actor, order, car, concert } = await bought()
  const made = await link(actor, { orderNumber: order.orderNumber })
  invariant(made.ok, 'a link is made')
  const taken = await take(await makeGuest(shop.context), made.value.ticketShareToken)
  expect(taken.ok && taken.value.tickets.map((each) => each.ticketIdentifier).toSorted()).toEqual(
    [car, concert].toSorted(),
  )
})

test('terms that change while a link is open apply to its receiver', async () => {
  const { actor, car } = await bought()
  const made = await link(actor, { ticketIdentifier: car })
  invariant(made.ok, 'a link is made')
  named = [1, 2]
  expect(await take(await makeGuest(shop.context), made.value.ticketShareToken)).toMatchObject({
    code: 'TicketNotTransferable',
  })
})

test('invited people are never promised a non-transferable ticket', async () => {
  const { order }: Purchase = await bought()
  const reserve = () =>
    inTransaction(shop.context, async (inside) =>
      ok(
        await reserveTicket(inside, shop.ports, order, {
          channel: 'link',
          recipient: null,
          recipientHint: '',
        }),
      ),
    )
  const promised = [await reserve(), await reserve(), await reserve()].map(({ value }) => value)
  expect(promised).toEqual([expect.any(String), expect.any(String), null])
})
