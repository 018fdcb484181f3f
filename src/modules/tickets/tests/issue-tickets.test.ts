/**
 * Goal: every place of a paid order becomes one ticket, with one email per order, however often and concurrently
 * issuing is requested. Method: real orders on a real database; twenty transactions issue the same order
 * concurrently.
 */
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/context.ts'
import { createSigningKeys } from '../server/code.ts'
import { issueTickets } from '../server/public-api.ts'
import { readTicketsOfOrders } from '../server/store.ts'
import { buy, issue, openTicketShop, type TicketShop } from './support.ts'

let shop: TicketShop
beforeAll(async () => {
  shop = await openTicketShop()
})
afterAll(() => shop.close())

async function ticketsOf(orderId: number) {
  return readTicketsOfOrders(shop.context.db, [orderId])
}

test('a seat gives one ticket with its labels, a pool one for each place, a fee none', async () => {
  const { order } = await buy(shop, { placeIds: [1, 22] })
  await issue(shop, order)
  const seats = await ticketsOf(order.id)
  expect(seats.map(({ row, seat, section }) => [section?.en, row, seat])).toEqual([
    ['Stalls', '1', '1'],
    ['Circle', '3', '2'],
  ])
  const floor = await buy(shop, { standing: 3 })
  await issue(shop, floor.order)
  const standing = await ticketsOf(floor.order.id)
  expect(standing.map(({ lineUnit }) => lineUnit)).toEqual([0, 1, 2])
  expect(standing.every(({ row, seat }) => row === null && seat === null)).toBe(true)
  const identifiers = [...seats, ...standing].map(({ identifier }) => identifier)
  expect(new Set(identifiers).size).toBe(5)
  for (const identifier of identifiers) expect(identifier).toMatch(/^[2-9A-HJKMNP-Z]{20}$/)
})

test('twenty concurrent transactions issue one set of tickets and one email', async () => {
  const { order } = await buy(shop, { placeIds: [5, 6], standing: 0 })
  await Promise.all(Array.from({ length: 20 }, () => issue(shop, order)))
  const first = await ticketsOf(order.id)
  expect(first).toHaveLength(2)
  await issue(shop, order)
  expect(await ticketsOf(order.id)).toEqual(first)
  expect(await lettersOf(order.id)).toBe(1)
})

test('a transaction that fails leaves neither tickets nor an email', async () => {
  const { order } = await buy(shop, { placeIds: [8] })
  const failed = inTransaction(shop.context, async (inside): Promise<{ ok: true }> => {
    await issueTickets(inside, order)
    throw new Error('the bank said no after all')
  })
  await expect(failed).rejects.toThrow('after all')
  expect(await ticketsOf(order.id)).toHaveLength(0)
  expect(await lettersOf(order.id)).toBe(0)
})

test('processes that start together share one signing key', async () => {
  await shop.context.db.deleteFrom('signing_key').execute()
  const rings = Array.from({ length: 8 }, () => createSigningKeys())
  const keys = await Promise.all(rings.map((ring) => ring.current(shop.context)))
  expect(new Set(keys.map(({ id }) => id)).size).toBe(1)
})

async function lettersOf(orderId: number): Promise<number> {
  const result = await shop.context.db.executeQuery<{ count: string }>(
    CompiledQuery.raw(
      `select count(*) as count from pgboss.job where name = 'ticket-letter' and data->>'orderId' = $1`,
      [String(orderId)],
    ),
  )
  return Number(result.rows[0]?.count)
}
