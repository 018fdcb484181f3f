/**
 * Goal: a place has the same name on the map, in the order, on the ticket and in the calendar, and sold places keep
 * their names when the rule changes. Method: two purchases around a change of the rule, over the declared calls.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invariant } from '#kernel/result.ts'
import { nounWithLabel, templateText } from '#kernel/place-naming.ts'
import { ruleSettings } from '#modules/sale-rules/contract.ts'
import { writeRule } from '#modules/sale-rules/server/public-api.ts'
import * as calls from '../contract.ts'
import { calendarFile } from '../server/documents/calendar.ts'
import { holdTickets } from '../server/queries/held-tickets.ts'
import { buyTickets, openTicketShop, type Purchase, type TicketShop } from './support.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let shop: TicketShop
beforeAll(async () => {
  shop = await openTicketShop()
})
afterAll(() => shop.close())

const boxes = {
  row: { ka: 'ლოჟა', en: 'Box' },
  ticketType: { ka: 'საშვი', en: 'Pass' },
  entrance: { ka: 'კარი 3', en: 'Gate 3' },
  place: { ka: 'ლოჟა {row}, სკამი {seat}', en: 'Box {row}, chair {seat}' },
}

async function write(settings: object, ruleId?: number): Promise<number> {
  const scope = {
    showId: null,
    categoryId: null,
    source: null,
    groupId: null,
    itemId: null,
    validFrom: null,
    validUntil: null,
    note: '',
  }
  const rule = { ...scope, eventId: shop.event.eventId, isActive: true, settings }
  const written = await writeRule(shop.context, { ...rule, kind: 'custom-ticket-naming' }, ruleId)
  invariant(written.ok, 'the rule fits its kind')
  return written.value
}

/** The first ticket of a purchase, its order line and its line in the calendar file. */
async function namesOf({ actor, order }: Purchase) {
  const query = { orderNumber: order.orderNumber }
  const page = await shop.send(actor, calls.orderTickets, { query })
  invariant(page.ok, 'the owner sees the order')
  const held = await holdTickets(shop.context, shop.ports, [order])
  const file = await calendarFile(held, { ...shop.context, locale: 'ka' })
  const calendar = file.replaceAll('\r\n ', '')
  const { placeName, names } = page.value.tickets[0] ?? {}
  return { line: page.value.order.lines[0]?.placeName, ticket: placeName, names, calendar }
}

test('the names of the rule are sold with the place and stay when the rule changes', async () => {
  const ruleId = await write(boxes)
  const first = await buyTickets(shop, { placeIds: [1, 2] })
  const before = await namesOf(first)
  expect(before).toMatchObject({
    line: 'Box 1, chair 1',
    ticket: 'Box 1, chair 1',
    names: { isWhole: true, ticketType: 'Pass', entrance: 'Gate 3' },
  })
  expect(before.calendar).toContain(String.raw`• ლოჟა 1\, სკამი 1`)
  await write({ row: { ka: 'ბილიკი', en: 'Lane' } }, ruleId)
  await expireCaches(3_100)
  // A place without a name has no row: the template does not fit it, and nothing is left open.
  const second = await namesOf(await buyTickets(shop, { placeIds: [4, 5] }))
  expect(second.ticket).toMatch(/^Stalls · Lane 1 · seat 4$/)
  expect(second.names).toMatchObject({ isWhole: false, row: 'Lane' })
  expect(await namesOf(first)).toEqual(before)
  const standing = await namesOf(await buyTickets(shop, { standing: 1 }))
  expect(standing.ticket ?? '').not.toMatch(/[{}]|null|undefined/)
})

test('a template asks for parts that exist, in both languages, and fits only a place that has them', () => {
  const fits = (settings: object) =>
    ruleSettings['custom-ticket-naming'].safeParse(settings).success
  expect(fits(boxes)).toBe(true)
  expect(fits({})).toBe(false)
  expect(fits({ place: { ka: 'ლოჟა {row}', en: 'Box {price}' } })).toBe(false)
  expect(fits({ place: { ka: 'ლოჟა {row}', en: 'Box {seat}' } })).toBe(false)
  expect(fits({ place: { ka: 'ლოჟა', en: 'Box' } })).toBe(false)
  const naming = { place: '{row}-{seat}' }
  expect(templateText(naming, { row: '$1', seat: '{row}' })).toBe('$1-{row}')
  expect(templateText(naming, { row: '1' })).toBeNull()
  expect(nounWithLabel(undefined, '3', 'Row 3')).toBe('Row 3')
})
