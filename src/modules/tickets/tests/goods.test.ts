/**
 * Goal: goods bought with tickets are shown as goods in every document: numbered for themselves, with where they are
 * collected, without age and entrance. Method: two standing places of a paid order are declared goods, as the
 * cinema declares products of its bar.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentsInWords } from '#modules/orders/contents.ts'
import { calendarFile } from '../server/documents/calendar.ts'
import { printedDocument } from '../server/documents/compose-printed.ts'
import { holdTickets, type HeldTicket } from '../server/queries/held-tickets.ts'
import { applePassContent } from '../server/wallet/apple-pass.ts'
import { googleContent } from '../server/wallet/google-link.ts'
import { commonKindOf, numberedInKind } from '../web/numbers-in-kind.ts'
import { buyTickets, openTicketShop, type TicketShop } from './support.ts'

let shop: TicketShop
let held: readonly HeldTicket[]

beforeAll(async () => {
  shop = await openTicketShop()
  const { order } = await buyTickets(shop, { placeIds: [], standing: 3 })
  const sold = await holdTickets(shop.context, shop.ports, [order])
  held = sold.map((one, index) => ({
    ...one,
    subject: { ...one.subject, ageLimit: 16 },
    ticket: { ...one.ticket, section: null },
    line:
      index > 0
        ? { ...one.line, detail: { ...one.line.detail, isGoods: true as const } }
        : one.line,
  }))
})
afterAll(() => shop.close())

function parts() {
  const goods = held.filter(({ line }) => line.detail.isGoods)
  const [ticket] = held.filter(({ line }) => !line.detail.isGoods)
  const [first] = goods
  if (!ticket || !first || goods.length !== 2) throw new Error('One ticket and two goods are sold')
  return { ticket, first, goods }
}

test('PDF: tickets and goods are numbered for themselves; goods name the bar and no age', () => {
  const { tickets } = printedDocument(held, 'en')
  expect(tickets.map(({ count }) => count).toSorted()).toEqual([
    'Bar item 1 of 2',
    'Bar item 2 of 2',
    'Ticket 1 of 1',
  ])
  for (const { count, seatFacts, facts, rules } of tickets) {
    const isGoods = count.startsWith('Bar item')
    expect(seatFacts.some(({ name }) => name === 'Pick up at the bar')).toBe(isGoods)
    expect(seatFacts.some(({ value }) => value === 'No reserved seat')).toBe(!isGoods)
    expect(facts.some(([, value]) => value === 'Age 16+')).toBe(!isGoods)
    expect(facts[0]?.[0]).toBe(isGoods ? 'Bar item' : 'Ticket')
    expect(rules).toContain(isGoods ? 'Show this code at the bar' : 'at the entrance')
  }
  const [georgian] = printedDocument(parts().goods, 'ka').tickets
  expect(georgian?.count).toBe('პროდუქტი 1 / 2')
})

test('calendar: goods are listed but not counted as tickets', async () => {
  const written = async (of: readonly HeldTicket[]) =>
    (await calendarFile(of, { ...shop.context, locale: 'en' })).replaceAll(/\r\n[ \t]/g, '')
  expect(await written(held)).toContain('1 ticket\\, order')
  expect((await written(held)).match(/•/g)).toHaveLength(3)
  expect(await written(parts().goods)).toContain('2 bar items\\, order')
})

describe('wallet passes', () => {
  test('Apple: called a bar item, with its place of collection and no age', async () => {
    const { first, ticket } = parts()
    const content = (one: HeldTicket) =>
      applePassContent(
        shop.context,
        shop.ports,
        {
          passTypeId: 'pass.ge.test',
          teamId: 'T',
          certificate: '',
          key: '',
          passphrase: undefined,
          authority: '',
          isTrial: true,
        },
        {
          pass: { id: 'one', ticketId: one.ticket.id, issueNumber: 1, locale: 'en' },
          held: one,
          void: null,
        },
      )
    const goods = await content(first)
    expect(goods['description']).toMatch(/^Bar item: /)
    expect(goods.eventTicket?.auxiliaryFields).toMatchObject([{ label: 'Pick up at the bar' }])
    const back = goods.eventTicket?.backFields ?? []
    expect(back.some(({ key }) => key === 'age')).toBe(false)
    expect(back.find(({ key }) => key === 'type')?.label).toBe('Bar item')
    expect(back.find(({ key }) => key === 'rules')?.value).toContain('at the bar')
    const admission = await content(ticket)
    expect(admission['description']).toMatch(/^Ticket: /)
    expect(admission.eventTicket?.backFields.some(({ key }) => key === 'age')).toBe(true)
  })

  test('Google: the place of collection instead of a seat', () => {
    const { first } = parts()
    const signer = { issuerId: '7' } as Parameters<typeof googleContent>[1]
    const pass = { id: 'one', ticketId: first.ticket.id, issueNumber: 1, locale: 'en' as const }
    const shown = { pass, held: first } as Parameters<typeof googleContent>[2]
    const written = JSON.stringify(googleContent(shop.context, signer, shown, 3))
    expect(written).toContain('Pick up at the bar')
    expect(written).not.toContain('No reserved seat')
  })
})

test('pages: cards are numbered within their kind; a list says what an order contains', () => {
  const item = { about: { kind: 'event' as const } }
  const cards = [false, true, false, true, true].map((isGoods) => ({
    isGoods,
    isBaggage: false,
    item,
  }))
  expect(numberedInKind(cards).map(({ number, count }) => [number, count])).toEqual([
    [1, 2],
    [1, 3],
    [2, 2],
    [2, 3],
    [3, 3],
  ])
  const none = { isGoods: false, isBaggage: false }
  const pass = { ...none, item: { about: { kind: 'pass' as const } } }
  expect(numberedInKind([pass, { ...none, item }]).map(({ count }) => count)).toEqual([1, 1])
  const bag = { ...none, isBaggage: true, item }
  expect(numberedInKind([bag, { ...none, item }, bag]).map(({ count }) => count)).toEqual([2, 1, 2])
  expect([commonKindOf([pass, pass]), commonKindOf([pass, ...cards])]).toEqual(['pass', 'ticket'])
  const t = ((key: string, { count }: { count: number }) => `${count} ${key}`) as never
  const inWords = (ticketCount: number, goodsCount: number, baggageCount: number) =>
    contentsInWords(t, { ticketCount, goodsCount, baggageCount })
  expect(inWords(2, 0, 0)).toBe('2 ticketCount')
  expect(inWords(2, 3, 0)).toBe('2 ticketCount, 3 goodsCount')
  expect(inWords(0, 3, 0)).toBe('3 goodsCount')
  expect(inWords(1, 0, 2)).toBe('1 ticketCount, 2 baggageCount')
  expect(inWords(0, 0, 0)).toBe('0 ticketCount')
})
