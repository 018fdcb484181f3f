/**
 * Goal: documents of a season pass speak of a pass: its days of validity instead of a day, an hour and a place. Method: a sold
 * ticket whose item is declared a pass, as passes describe theirs.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printedDocument } from '../server/documents/compose-printed.ts'
import { documentTexts } from '../server/documents/labels.ts'
import { ticketsPdf } from '../server/documents/pdf.ts'
import { eventFacts, mapOf, seatsOf } from '../server/emails/event-facts.ts'
import { holdTickets, type HeldTicket } from '../server/queries/held-tickets.ts'
import { transferTexts } from '../server/transfer/transfer-labels.ts'
import { applePassContent } from '../server/wallet/apple-pass.ts'
import { googleContent } from '../server/wallet/google-link.ts'
import { buyTickets, openTicketShop, type TicketShop } from './support.ts'

let shop: TicketShop
let held: HeldTicket

beforeAll(async () => {
  shop = await openTicketShop()
  const { order } = await buyTickets(shop, { placeIds: [], standing: 1 })
  const [sold] = await holdTickets(shop.context, shop.ports, [order])
  if (!sold) throw new Error('One ticket is sold')
  const validUntil = new Date('2027-06-30T19:59:00Z')
  const subject = {
    ...sold.subject,
    kind: 'pass' as const,
    startsAt: validUntil,
    endsAt: validUntil,
    validFrom: new Date('2027-01-01T08:00:00Z'),
    validUntil,
    uses: 10,
    typeNames: new Map([[sold.ticket.ticketTypeId, { ka: 'აბონემენტი', en: 'Pass' }]]),
    venue: { ka: 'საქართველო', en: 'Georgia' },
  }
  held = { ...sold, subject, ticket: { ...sold.ticket, section: null } } as HeldTicket
})
afterAll(() => shop.close())

/** The same in the hands of somebody it was given to. */
const received = (): HeldTicket => ({
  ...held,
  ticket: { ...held.ticket, holderSessionId: '00000000-0000-4000-8000-000000000001' },
})

const validity = '1 January 2027 – 30 June 2027'

test('PDF: a pass with its days, its kind and its entries, and no door', async () => {
  const [printed] = printedDocument([held], 'en').tickets
  expect(printed).toMatchObject({
    count: 'Pass 1 of 1',
    time: '',
    date: validity,
    weekdayAndDoors: 'Valid',
    venue: '',
    address: '',
    seatFacts: [{ name: 'Entries', value: '10' }],
  })
  expect(printed?.facts.map(([name]) => name)).not.toContain('Ticket')
  // Its days and entries are above, once.
  expect(printed?.facts.map(([name]) => name)).toEqual(['Price', 'Order'])
  expect(printedDocument([received()], 'en').tickets[0]?.facts).toEqual([])
  expect(printed?.rules).toContain('whoever has the code can use the pass')
  expect(printed?.rules).not.toMatch(/entrance|gets in/)
  expect(printedDocument([held], 'ka').tickets[0]?.count).toBe('აბონემენტი 1 / 1')
  for (const locale of ['ka', 'en'] as const)
    expect((await ticketsPdf(shop.context, [held], locale)).byteLength).toBeGreaterThan(5_000)
})

test('e-mails: the days of validity, without a day, a place, a map and a calendar', async () => {
  const facts = eventFacts(held.subject, 'en')
  expect(facts).toMatchObject({ when: `Valid: ${validity}`, details: ['Entries: 10'], where: '' })
  expect(mapOf(held.subject, documentTexts('en'))).toBeUndefined()
  expect(seatsOf([held], 'en')).toEqual([])
  const typeNames = new Map([[held.ticket.ticketTypeId, { ka: 'დამატება', en: 'More uses' }]])
  const more = { ...held, subject: { ...held.subject, typeNames } }
  expect(seatsOf([more], 'en')).toEqual(['More uses'])
  expect(printedDocument([more], 'en').tickets[0]?.seatFacts).toMatchObject([
    { value: 'More uses' },
  ])
  const said = (count: number) => documentTexts('en')('letterTitle', { count, use: 'pass' })
  expect([said(1), said(2)]).toEqual(['Your pass is here', 'Your passes are here'])
  const values = { name: 'Nino', count: 1, kind: 'pass' }
  expect(transferTexts('en')('givenTitle', values)).toBe('A pass for you')
  expect(transferTexts('ka')('givenSubject', { ...values, event: 'X' })).toBe(
    'Nino გჩუქნით აბონემენტს: X',
  )
})

test('Apple: a general pass with its validity, which no place and no hour brings up', async () => {
  const signer = {
    passTypeId: 'pass.ge.test',
    teamId: 'T',
    certificate: '',
    key: '',
    passphrase: undefined,
    authority: '',
    isTrial: true,
  }
  const pass = { id: 'one', ticketId: held.ticket.id, issueNumber: 1, locale: 'en' as const }
  const content = await applePassContent(shop.context, shop.ports, signer, {
    pass,
    held,
    void: null,
  })
  expect(content).not.toHaveProperty('eventTicket')
  expect(content).not.toHaveProperty('relevantDate')
  expect(content).not.toHaveProperty('locations')
  expect(content, 'Apple groups tickets only').not.toHaveProperty('groupingIdentifier')
  expect(content['description']).toMatch(/^Pass: /)
  expect(content['expirationDate']).toBe('2027-06-30T19:59:00.000Z')
  expect(content.generic).toMatchObject({
    headerFields: [],
    primaryFields: [{ label: 'Pass' }],
    secondaryFields: [{ key: 'validity', value: validity }],
    auxiliaryFields: [{ label: 'Pass' }],
  })
  expect(JSON.stringify(content.generic)).not.toMatch(/Georgia|entrance|19:59|23:59/)
})

test('Google: the days of validity instead of a day and a place', () => {
  const signer = { issuerId: '7' } as Parameters<typeof googleContent>[1]
  const pass = { id: 'one', ticketId: held.ticket.id, issueNumber: 1, locale: 'en' as const }
  const shown = { pass, held } as Parameters<typeof googleContent>[2]
  const { common, own } = googleContent(shop.context, signer, shown, 4)
  expect(own).toHaveProperty('faceValue')
  const given = { pass, held: received() } as typeof shown
  expect(googleContent(shop.context, signer, given, 4).own).not.toHaveProperty('faceValue')
  expect(common).not.toHaveProperty('dateTime')
  expect(common).not.toHaveProperty('venue')
  expect(own['validTimeInterval']).toEqual({
    start: { date: '2027-01-01T12:00:00+04:00' },
    end: { date: '2027-06-30T23:59:00+04:00' },
  })
})
