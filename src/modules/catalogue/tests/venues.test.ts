/**
 * Goal: venues list their events, and a partner sees exactly what it may sell. Method: the demo; ticket types are
 * closed to channels, then the calls are made as different channels.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showsIntegrationList } from '../contract.ts'
import { ownVenues } from '../venues-contract.ts'
import { venuesTheatre } from '../theatres-contract.ts'
import { ownVenuePage } from '../venue-page-contract.ts'
import { openCatalogueEnv, type CatalogueEnv } from './support.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let env: CatalogueEnv
beforeAll(async () => {
  env = await openCatalogueEnv()
})
afterAll(() => env.close())

test('all venues are listed by city; theatres alone on request', async () => {
  const { items } = await env.reply(ownVenues)
  const { rows } = { rows: await env.context.db.selectFrom('venue').select('id').execute() }
  expect(items.map((venue) => venue.venueId).toSorted()).toEqual(
    rows.map((row) => row.id).toSorted(),
  )
  const cities = items.map((venue) => venue.cityName)
  expect(cities[0]).toBe('Tbilisi')
  expect(new Set(cities).size).toBe(
    cities.filter((city, index) => city !== cities[index - 1]).length,
  )
  const theatres = await env.reply(venuesTheatre)
  expect(theatres.items.every((venue) => ['theatre', 'opera'].includes(venue.kind))).toBe(true)
  expect(theatres.items.length).toBeLessThan(items.length)
})

test('the page of a venue has its own events, its halls drawn small, and its words on accessibility', async () => {
  const page = await env.reply(ownVenuePage, { query: { slug: 'rustaveli-theatre' } })
  expect(page.items.length).toBe(Math.min(60, page.venue.eventCount))
  expect(page.items.every((item) => item.venueId === page.venue.venueId)).toBe(true)
  const starts = page.items.map((item) => item.fromDate ?? '')
  expect(starts).toEqual(starts.toSorted())
  expect(page.halls).toHaveLength(3)
  for (const hall of page.halls) {
    expect(hall.viewBox).toMatch(/^0 0 \d+(\.\d+)? \d+(\.\d+)?$/)
    expect(hall.sections).toMatch(/^(M-?\d+ -?\d+(L-?\d+ -?\d+)+Z)+$/)
  }
  expect(page.accessibility).toContain('ramp')
  const georgian = await env.reply(ownVenuePage, { query: { slug: 'rustaveli-theatre' } }, 'ka')
  expect(georgian.accessibility).toContain('პანდუსი')
  expect(await env.refusal(ownVenuePage, { query: { slug: 'no-such-venue' } })).toBe('NotFound')
})

test('a channel sees only the ticket types open to it, at all-in prices', async () => {
  const { db } = env.context
  const before = await env.reply(showsIntegrationList)
  expect(before.channel).toBe('web')
  expect(before.items.length).toBeGreaterThan(20)
  for (const item of before.items) {
    expect(item.isSoldOut).toBe(false)
    for (const type of item.ticketTypes)
      expect(type.price.amount).toBe(type.facePrice.amount + type.fee.amount)
  }
  const [open, closed] = before.items
  if (!open || !closed) throw new Error('The demo has nothing to sell')
  const [first] = open.ticketTypes
  await db
    .updateTable('ticket_type')
    .set({ channels: ['partner'] })
    .where('event_id', '=', closed.itemId)
    .execute()
  await db
    .updateTable('ticket_type')
    .set({ channels: ['partner'] })
    .where('id', '=', first?.ticketTypeId ?? 0)
    .execute()
  await expireCaches(1_100)
  const web = await env.reply(showsIntegrationList)
  expect(web.items.map((item) => item.itemId)).not.toContain(closed.itemId)
  const still = web.items.find((item) => item.itemId === open.itemId)
  expect(still?.ticketTypes.map((type) => type.ticketTypeId) ?? []).not.toContain(
    first?.ticketTypeId,
  )
  const partner = await env.reply(showsIntegrationList, {}, 'en', 'partner')
  expect(partner.channel).toBe('partner')
  expect(partner.items.find((item) => item.itemId === closed.itemId)?.ticketTypes).toEqual(
    closed.ticketTypes,
  )
  expect(partner.items.map((item) => item.itemId)).toContain(open.itemId)
})

test('private, sold out and past events are in no partner’s list', async () => {
  const { items } = await env.reply(showsIntegrationList)
  const slugs = new Set(items.map((item) => item.slug))
  expect(slugs.has('hamlet-90')).toBe(false)
  expect(items.every((item) => (item.fromDate ?? '') > env.context.clock.now().toISOString())).toBe(
    true,
  )
})
