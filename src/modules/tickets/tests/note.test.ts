/** Goal: a note is visible to its holder only. Method: the declared calls, by the holder, a stranger and a visitor. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGuest } from '#modules/events/tests/factories.ts'
import { getTickets, guestOrder, orderTickets } from '../contract.ts'
import { commentTicket } from '../transfer-contract.ts'
import { buyTickets, identifierOf, openTicketShop, type TicketShop } from './support.ts'

let shop: TicketShop
beforeAll(async () => {
  shop = await openTicketShop()
})
afterAll(() => shop.close())

test('a note is stored as typed, for the holder only, and deleted when emptied', async () => {
  const { actor, order } = await buyTickets(shop, { placeIds: [1] })
  const ticketIdentifier = await identifierOf(shop, actor)
  const comment = '<script>alert(1)</script> ბებოსთან ერთად'
  const write = (body: { ticketIdentifier: string; comment: string }, by = actor) =>
    shop.send(by, commentTicket, { body })
  expect(await write({ ticketIdentifier, comment })).toMatchObject({ ok: true, value: { comment } })
  const query = { orderNumber: order.orderNumber }
  const own = await shop.send(actor, orderTickets, { query })
  expect(own).toMatchObject({ value: { tickets: [{ hand: { isOwn: true, note: comment } }] } })
  const listed = await shop.send(actor, getTickets)
  expect(listed).toMatchObject({ value: { tickets: [{ ticketIdentifier, comment }] } })

  const stranger = await makeGuest(shop.context)
  const foreign = await write({ ticketIdentifier, comment: 'mine' }, stranger)
  expect(foreign).toMatchObject({ ok: false, code: 'TicketNotFound' })
  const nobody = await write({ ticketIdentifier, comment: 'mine' }, { kind: 'visitor' })
  expect(nobody).toMatchObject({ ok: false, code: 'Unauthenticated' })
  const long = await write({ ticketIdentifier, comment: 'ა'.repeat(501) })
  expect(long).toMatchObject({ ok: false, code: 'BadRequest' })
  const { orderKey } = order
  const token = await shop.ports.guestLinks.token(shop.context, orderKey)
  const byEmail = await shop.send({ kind: 'visitor' }, guestOrder, { params: { orderKey, token } })
  expect(byEmail).toMatchObject({ value: { tickets: [{ hand: { isOwn: false, note: '' } }] } })

  await write({ ticketIdentifier, comment: '' })
  const emptied = await shop.send(actor, orderTickets, { query })
  expect(emptied).toMatchObject({ value: { tickets: [{ hand: { note: '' } }] } })
})
