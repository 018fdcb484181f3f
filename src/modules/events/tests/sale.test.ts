import { afterAll, beforeAll, expect, test } from 'vitest'
import { setCurrencyRates } from '#modules/rates/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { findSale } from '../server/sale.ts'
import { makeEvent, makeTicketType } from './factories.ts'

/**
 * Goal: a transaction sees the current sale of an event without reading unchanged data again. Method: change the
 * data of a sale between and inside transactions, and compare with the cached sale.
 */
let database: TestDatabase
let context: TestContext
beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

function inside<Value>(work: (inside: Context) => Promise<Value>): Promise<Value> {
  return context.db.transaction().execute((db) => work({ ...context, db }))
}

test('uses the cached layout and sale in a transaction', async () => {
  const { eventId } = await makeEvent(context)
  const first = await inside((tx) => findSale(tx, eventId))
  const kept = await findSale(context, eventId)
  expect(first?.layout).toBe(kept?.layout)
  expect(await inside((tx) => findSale(tx, eventId))).toBe(kept)
})

test('sees a changed price, rule, hold time, limit and rate at once in a transaction', async () => {
  const { eventId, showId, offeringId, merchantId } = await makeEvent(context)
  const type = { eventId, merchantId, priceMinor: 4_000, zone: 'a' }
  const ticketTypeId = await makeTicketType(context, type)
  const kept = await findSale(context, eventId)
  const now = () => inside((tx) => findSale(tx, eventId))
  const { db } = context

  await db
    .updateTable('ticket_type')
    .set({ price_minor: 4_100, currency: 'EUR' })
    .where('id', '=', ticketTypeId)
    .execute()
  expect((await now())?.types.get(ticketTypeId)?.priceMinor).toBe(4_100)
  // The event is read again; its layout, which cannot have changed, is not.
  expect((await now())?.layout).toBe(kept?.layout)
  expect((await now())?.rates).toEqual([])

  const rates = { ratedOn: '2026-11-30', rates: { EUR: 3_000_000 }, source: 'test' }
  expect((await setCurrencyRates(context, rates)).ok).toBe(true)
  expect((await now())?.rates).toHaveLength(1)

  await db
    .updateTable('offering')
    .set({ hold_seconds: 77, places_per_order_max: 3 })
    .where('id', '=', offeringId)
    .execute()
  expect((await now())?.offering).toMatchObject({ holdSeconds: 77, placesPerOrderMax: 3 })

  expect((await now())?.rules.isOneEach).toBe(false)
  const at = context.clock.now()
  await db
    .insertInto('special_rule')
    .values({
      kind: 'ticket-type-groups',
      show_id: showId,
      settings: JSON.stringify({ exclusive: [], isOneEach: true }),
      created_at: at,
      updated_at: at,
    })
    .execute()
  expect((await now())?.rules.isOneEach).toBe(true)
})

test('applies a rule inside transactions from its start time', async () => {
  const { eventId, showId } = await makeEvent(context)
  const at = context.clock.now()
  const begins = new Date(at.getTime() + 60_000)
  await context.db
    .insertInto('special_rule')
    .values({
      kind: 'ticket-type-groups',
      show_id: showId,
      settings: JSON.stringify({ exclusive: [], isOneEach: true }),
      valid_from: begins,
      created_at: at,
      updated_at: at,
    })
    .execute()
  expect((await findSale(context, eventId))?.rules.isOneEach).toBe(false)
  context.clock.advance(61)
  expect((await inside((tx) => findSale(tx, eventId)))?.rules.isOneEach).toBe(true)
})

test('hides rolled back changes from other transactions', async () => {
  const { eventId, seatTypes } = await makeEvent(context)
  const typeId = seatTypes['a']?.ticketTypeId ?? 0
  await findSale(context, eventId)
  const undone = inside(async (tx) => {
    await tx.db
      .updateTable('ticket_type')
      .set({ price_minor: 1 })
      .where('id', '=', typeId)
      .execute()
    await tx.db
      .insertInto('special_rule')
      .values({
        kind: 'ticket-type-groups',
        event_id: eventId,
        settings: JSON.stringify({ exclusive: [], isOneEach: true }),
        created_at: tx.clock.now(),
        updated_at: tx.clock.now(),
      })
      .execute()
    const own = await findSale(tx, eventId)
    expect(own?.types.get(typeId)?.priceMinor).toBe(1)
    expect(own?.rules.isOneEach).toBe(true)
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  const after = await inside((tx) => findSale(tx, eventId))
  expect(after?.types.get(typeId)?.priceMinor).toBe(5_000)
  expect(after?.rules.isOneEach).toBe(false)
})
