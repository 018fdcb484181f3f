/**
 * Goal: the door sees the answers about a ticket that it lets in, and no more of a document or a phone than of a passenger's;
 * also on a device without a network. Method: answers of every kind over HTTP, the scan and the list, and the pure functions
 * of the device.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import {
  askingEvent,
  buyAnswering,
  choosePlaces,
  question,
} from '../../../../tests/hostile/asked.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import type { ListLine } from '../ticket-list.ts'
import { downloaded } from '../web/scanner/device-tickets.ts'

const options = [{ value: 'vegan', label: { ka: 'ვეგანური', en: 'Vegan' } }]
const printed = { isOnTicket: true }
const fields = [
  question('guest', 'ticket', 'text'),
  question('latin', 'ticket', 'latin'),
  question('number', 'ticket', 'personalNumber'),
  question('passport', 'ticket', 'passport'),
  question('born', 'ticket', 'date'),
  question('phone', 'ticket', 'phone'),
  question('meal', 'ticket', 'select', { options }),
  question('shown', 'ticket', 'passport', printed),
  question('address', 'order', 'text'),
  question('table', 'order', 'text', printed),
]
const given: Readonly<Record<string, string>> = {
  guest: 'ნინო ჭავჭავაძე',
  latin: 'Nino',
  number: '01001020304',
  passport: 'AB1234567',
  born: '1990-02-28',
  phone: '+995599112233',
  meal: 'vegan',
  shown: 'ZZ99AA77',
  address: 'Rustaveli 1',
  table: 'By the window',
}
/** What the door sees of each, online and on the device; null: nothing. */
const seen: readonly (readonly [name: string, online: string | null, kept: string | null])[] = [
  ['guest', 'ნინო ჭავჭავაძე', 'ნინო ჭავჭავაძე'],
  ['latin', 'Nino', 'Nino'],
  ['number', '…0304', null],
  ['passport', '…4567', null],
  ['born', '1990-02-28', '1990-02-28'],
  ['phone', '…2233', null],
  ['meal', 'Vegan', 'Vegan'],
  ['shown', 'ZZ99AA77', 'ZZ99AA77'],
  ['address', null, null],
  ['table', 'By the window', 'By the window'],
]

let shop: HostileShop
let event: MadeEvent
let door: string
let customer: string
let scanned: Reply
let again: Reply
let list: Reply

beforeAll(async () => {
  shop = await openHostileShop()
  event = await askingEvent(shop, fields)
  door = await shop.staff(event.merchantId)
  customer = await shop.customer()
  const { orderKey } = await choosePlaces(shop, customer, { event, placeIds: [1] })
  await buyAnswering(shop, { token: customer, orderKey }, ({ id }) => given[id.split('.').at(-1)])
  const starts_at = shop.context.clock.now()
  await shop.context.db
    .updateTable('event')
    .set({ starts_at })
    .where('id', '=', event.eventId)
    .execute()
  list = await expectOk(shop.get(`/v2/entrance/list?itemId=${event.eventId}`, door))
  const { body } = await shop.get('/v2/tickets', customer)
  const scan = (sequence: number) =>
    expectOk(
      shop.post(
        '/v2/entrance/scan',
        { deviceId, itemId: event.eventId, sequence, code: body.tickets[0].code },
        door,
      ),
    )
  const deviceId = shop.context.random.uuid()
  scanned = await scan(1)
  again = await scan(2)
})
afterAll(() => shop.close())

const valueIn = (extras: readonly Reply[], name: string): string | null =>
  extras.find(({ label }) => label === `Question ${name}`)?.value ?? null

test.each(seen)('of "%s" the door sees %s, a device keeps %s', (name, online, kept) => {
  expect(scanned.outcome).toBe('Admitted')
  expect(valueIn(scanned.extras, name)).toBe(online)
  expect(list.answers).toHaveLength(1)
  expect(valueIn(list.answers[0].answers, name)).toBe(kept)
})

test('a ticket that is not let in tells nothing', () => {
  expect(again.outcome).toBe('AlreadyUsed')
  expect(again.extras).toEqual([])
})

test('a changed answer is sent to devices again, an erased one leaves them', async () => {
  const { cursor } = list
  const change = () =>
    expectOk(shop.get(`/v2/entrance/list?itemId=${event.eventId}&cursor=${cursor}`, door))
  const { lines, answers } = await change()
  const [ticket] = downloaded(lines, answers, [])
  expect(ticket?.answers?.length).toBeGreaterThan(0)
  await shop.context.db.deleteFrom('order_extra').execute()
  const after = await change()
  expect(after.answers).toEqual([])
  expect(downloaded(after.lines, after.answers, [])[0]?.answers).toBeUndefined()
})

test('a list of an older server has no answers', () => {
  const line: ListLine = [1, 1, 1, 1, 0, 'AAAAAAAA', 0, 1]
  expect(downloaded([line], undefined, [])).toMatchObject([{ ticketId: 1, isValid: true }])
})
