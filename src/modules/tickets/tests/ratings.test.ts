/**
 * Goal: a visit is rated once per order, after it is over, by its buyer, and the show's sum equals its ratings under
 * repeated and concurrent requests. Method: the calls on a real database with a clock that moves.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ticketStatus } from '#contract/enumerations.ts'
import { makeGuest } from '#modules/events/tests/factories.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { requestFor } from '#modules/orders/server/public-api.ts'
import { journeySource } from '#modules/orders/tests/journey-source.ts'
import { rateOrder, readOrderRating } from '../rating-contract.ts'
import { readRatings } from '../server/rating/read-ratings.ts'
import { journeyTicketSource } from './journey-tickets.ts'
import { buyTickets, openTicketShop, type TicketShop } from './support.ts'

let shop: TicketShop
beforeAll(async () => {
  shop = await openTicketShop()
})
afterAll(() => shop.close())

const sumOfShow = () =>
  shop.context.db
    .selectFrom('show')
    .innerJoin('event', 'event.show_id', 'show.id')
    .select(['rating_sum', 'rating_count'])
    .where('event.id', '=', shop.event.eventId)
    .executeTakeFirstOrThrow()

test('a rating is taken after the visit, counts once, and is the organiser’s to read', async () => {
  const { actor, order } = await buyTickets(shop, { placeIds: [1, 2] })
  const { orderKey } = order
  const body = { orderKey, stars: 2, comment: 'Cold hall <b>' }
  expect(await shop.send(actor, rateOrder, { body })).toMatchObject({ code: 'RatingNotOpen' })
  shop.context.clock.advance(40 * 86_400)
  const stranger = await makeGuest(shop.context)
  expect(await shop.send(stranger, rateOrder, { body })).toMatchObject({ code: 'OrderNotFound' })
  expect(await shop.send(actor, readOrderRating, { query: { orderKey } })).toMatchObject({
    value: { canRate: true, stars: null },
  })
  const presses = Array.from({ length: 20 }, () => shop.send(actor, rateOrder, { body }))
  for (const answer of await Promise.all(presses)) expect(answer).toMatchObject({ ok: true })
  expect(await sumOfShow()).toEqual({ rating_sum: 2, rating_count: 1 })
  const better = { orderKey, stars: 5, comment: 'Warm after all' }
  expect(await shop.send(actor, rateOrder, { body: better })).toMatchObject({
    value: { stars: 5, comment: 'Warm after all' },
  })
  const another = await buyOther()
  expect(await sumOfShow()).toEqual({ rating_sum: 9, rating_count: 2 })
  const read = await readRatings(shop.context, 'event', shop.event.eventId)
  expect(read).toMatchObject({ count: 2, average: 4.5, byStars: [0, 0, 0, 1, 1] })
  shop.context.clock.advance(90 * 86_400)
  const late = { orderKey: another, stars: 1 }
  expect(await shop.send(actor, rateOrder, { body: late })).toMatchObject({ ok: false })
  expect(await sumOfShow()).toEqual({ rating_sum: 9, rating_count: 2 })
})

test('each thing of an order is rated by itself, once it is over', async () => {
  const boat = journeySource('boat', { firstDeparture: new Date('2027-06-01T08:00:00Z') })
  const sold = await openTicketShop([{ offers: boat, tickets: journeyTicketSource(boat) }])
  try {
    const { context, event } = sold
    const offeringId = await createOffering(context, { legCount: 3, placeCount: 4 })
    const parts = [{ legFrom: 0, legTo: 2, places: [1] }]
    const { actor, order } = await buyTickets(sold, {
      placeIds: [1],
      also: [requestFor(boat, { offeringId, parts })],
    })
    const { orderKey } = order
    const concert = { source: 'event', itemId: event.eventId }
    const sailing = { source: 'boat', itemId: offeringId }
    const rate = (of: object, stars: number) =>
      sold.send(actor, rateOrder, { body: { orderKey, ...of, stars } })
    context.clock.set(new Date('2027-06-01T09:00:00Z'))
    expect(await rate(sailing, 5)).toMatchObject({ code: 'RatingNotOpen' })
    context.clock.set(new Date('2027-06-01T10:30:00Z'))
    expect(await rate(sailing, 5)).toMatchObject({ value: { stars: 5 } })
    const read = (of: object) =>
      sold.send(actor, readOrderRating, { query: { orderKey, ...of } as never })
    expect(await read(sailing)).toMatchObject({ value: { stars: 5, canRate: true } })
    expect(await read(concert)).toMatchObject({ value: { stars: null } })
    expect(await read({ source: 'boat', itemId: 999_999 })).toMatchObject({
      value: { canRate: false, opensAt: null },
    })
    expect((await readRatings(context, 'boat', offeringId)).count).toBe(1)
    expect((await readRatings(context, 'event', offeringId)).count).toBe(0)
  } finally {
    await sold.close()
  }
})

test('who has given the tickets back rates nothing; one that is left is enough', async () => {
  const { clock, db } = shop.context
  clock.advance(-130 * 86_400)
  const { actor, order } = await buyTickets(shop, { placeIds: [8, 9] })
  clock.advance(45 * 86_400)
  const { orderKey, id } = order
  const rate = (stars: number) => shop.send(actor, rateOrder, { body: { orderKey, stars } })
  const returnTicket = (unit: number) =>
    db
      .updateTable('ticket')
      .set({ status: ticketStatus.Inactive })
      .where('order_line_id', '=', order.lines[unit]?.id ?? 0)
      .execute()
  await returnTicket(0)
  expect(await rate(4)).toMatchObject({ value: { stars: 4 } })
  await returnTicket(1)
  expect(await rate(1)).toMatchObject({ code: 'RatingNotOpen' })
  expect(await shop.send(actor, readOrderRating, { query: { orderKey } })).toMatchObject({
    value: { stars: 4, canRate: false },
  })
  await db.deleteFrom('order_rating').where('order_id', '=', id).execute()
  clock.advance(85 * 86_400)
})

/** Somebody else's order of the same evening, rated with four stars. */
async function buyOther(): Promise<string> {
  shop.context.clock.advance(-40 * 86_400)
  const { actor, order } = await buyTickets(shop, { placeIds: [5] })
  shop.context.clock.advance(40 * 86_400)
  const { orderKey } = order
  expect(await shop.send(actor, rateOrder, { body: { orderKey, stars: 4 } })).toMatchObject({
    ok: true,
  })
  return orderKey
}
