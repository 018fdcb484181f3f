/**
 * Goal: doors on the day before are said with their day wherever a ticket tells them. Method: a sold ticket of a show that
 * begins at 00:30, with doors at 23:30.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDate, formatTime } from '#kernel/format.ts'
import { makeEvent } from '#modules/events/tests/factories.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { printedDocument } from '../server/documents/compose-printed.ts'
import { ticketsPdf } from '../server/documents/pdf.ts'
import { writeReminder } from '../server/emails/reminder-email.ts'
import { holdTickets, type HeldTicket } from '../server/queries/held-tickets.ts'
import { applePassContent } from '../server/wallet/apple-pass.ts'
import { googleContent } from '../server/wallet/google-link.ts'
import { buyTickets, openTicketShop, type TicketShop } from './support.ts'

let shop: TicketShop
let sold: HeldTicket

beforeAll(async () => {
  shop = await openTicketShop()
  const { order } = await buyTickets(shop, { placeIds: [], standing: 1 })
  const [ticket] = await holdTickets(shop.context, shop.ports, [order])
  if (!ticket) throw new Error('One ticket is sold')
  sold = ticket
})
afterAll(() => shop.close())

const googleSigner = { issuerId: '7' } as Parameters<typeof googleContent>[1]
const appleSigner = {
  passTypeId: 'pass.ge.test',
  teamId: 'T',
  certificate: '',
  key: '',
  passphrase: undefined,
  authority: '',
  isTrial: true,
}

function opening(doorsAt: string): HeldTicket {
  const times = { startsAt: new Date('2027-03-20T20:30:00Z'), doorsAt: new Date(doorsAt) }
  return { ...sold, subject: { ...sold.subject, ...times, timeZone: 'Asia/Tbilisi' } }
}

const cases = [
  ['2027-03-20T19:30:00Z', 'Doors 20 March, 23:30', 'შესვლა 20 მარტი, 23:30-დან'],
  ['2027-03-20T20:05:00Z', 'Doors 00:05', 'შესვლა 00:05-დან'],
] as const

test.each(cases)('PDF and passes: doors at %s', async (doorsAt, en, ka) => {
  const held = opening(doorsAt)
  const said = (locale: 'ka' | 'en') => printedDocument([held], locale).tickets[0]?.weekdayAndDoors
  expect(said('en')).toBe(`Sunday · ${en}`)
  expect(said('ka')).toBe(`კვირა · ${ka}`)
  for (const locale of ['ka', 'en'] as const) {
    expect((await ticketsPdf(shop.context, [held], locale)).byteLength).toBeGreaterThan(5_000)
    const pass = { id: 'one', ticketId: held.ticket.id, issueNumber: 1, locale }
    const shown = { pass, held, void: null } as Parameters<typeof googleContent>[2] & { void: null }
    const content = await applePassContent(shop.context, shop.ports, appleSigner, shown)
    const back = content.eventTicket?.backFields
    expect(back).toContainEqual(
      expect.objectContaining({ key: 'doors', value: locale === 'en' ? en : ka }),
    )
    // Google says the day itself.
    const { common } = googleContent(shop.context, googleSigner, shown, 4)
    const opensAt = doorsAt === '2027-03-20T19:30:00Z' ? '20T23:30' : '21T00:05'
    expect(JSON.stringify(common)).toContain(`"doorsOpen":"2027-03-${opensAt}`)
  }
})

test('the reminder says the day of the doors', async () => {
  const { context, ports } = shop
  const event = await makeEvent(context)
  const row = await context.db
    .updateTable('event')
    .set({ doors_at: sql`starts_at - interval '1 day'` })
    .where('id', '=', event.eventId)
    .returning('doors_at')
    .executeTakeFirstOrThrow()
  const { order } = await buyTickets({ ...shop, event }, { placeIds: [1], locale: 'en' })
  const sent: string[] = []
  const mailer = {
    send: (mail) => Promise.resolve(void sent.push(mail.text)),
    close: () => undefined,
  } as Mailer
  const item = { orderId: order.id, source: 'event' as const, itemId: event.eventId }
  await writeReminder(context, mailer, item, ports)
  if (!row.doors_at) throw new Error('Its doors have a time')
  const day = formatDate('en', row.doors_at)
  expect(sent.join()).toContain(`Doors ${day}, ${formatTime(row.doors_at)}`)
})
