/**
 * Goal: a quote says that fees are kept only where fees were charged, and how much. Method: the quote is rendered to a
 * string, with kept fees and without; so are the options that compare returns.
 */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import { money } from '#kernel/money.ts'
import type { ReturnQuoteView } from '#modules/returns/contract.ts'
import { bestFirst, optionsOfQuote } from '../web/parts/actions/disposal-options.ts'
import { QuoteSum } from '../web/parts/actions/quote-sum.tsx'

function quoteWith(feeKeptMinor: number): ReturnQuoteView {
  const ticket: ReturnQuoteView['tickets'][number] = {
    ticketIdentifier: '5f1e6c2e-9e0b-4f43-8f37-1f2a3b4c5d6e',
    itemName: 'Concert',
    passengerName: null,
    typeName: 'Stalls',
    isGoods: false,
    isBaggage: false,
    section: null,
    row: '1',
    seat: '2',
    placeName: null,
    paid: money(5_000),
    fee: money(0),
    feeKept: money(feeKeptMinor),
    deduction: money(0),
    fees: [],
    back: money(5_000),
    refusal: null,
  }
  return {
    quote: 'signed',
    orderKey: '5f1e6c2e-9e0b-4f43-8f37-1f2a3b4c5d6f',
    orderNumber: 'ABC123',
    tickets: [ticket, ticket],
    deduction: money(0),
    back: money(10_000),
    to: [{ kind: 'card', amount: money(10_000) }],
    tiers: [],
    usesBack: 0,
    validUntil: null,
    nextChangeAt: null,
  }
}

function shown(quote: ReturnQuoteView): string {
  const props = { locale: 'en' as const, modules: {}, children: null }
  const sum = createElement(QuoteSum, { quote, timeZone: 'Asia/Tbilisi' })
  return renderToStaticMarkup(createElement(TextsProvider, props, sum))
}

/** Labels and amounts in minor units; the last one is what comes back. */
function rowsOf(quote: ReturnQuoteView): [string, number][] {
  const rows = shown(quote).matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>([^<]*)<\/dd>/g)
  return [...rows].map(([, label = '', amount = '']) => {
    const figure = Number(amount.replace('−', '-').replaceAll(/[^\d.-]/g, ''))
    return [label, Math.round(figure * 100)]
  })
}

test('what was paid, less what is not returned, is what comes back; nothing is said of fees where none were charged', () => {
  expect(rowsOf(quoteWith(250))).toEqual([
    ['Paid for 2 tickets', 10_000],
    ['Fees', 500],
    ['Fees, not returned', -500],
    ['You get back', 10_000],
  ])
  expect(rowsOf(quoteWith(0)).map(([label]) => label)).toEqual([
    'Paid for 2 tickets',
    'You get back',
  ])
  // Baggage is no ticket.
  const [first, second] = quoteWith(0).tickets
  const party = first && second ? [first, { ...second, isBaggage: true }] : []
  expect(rowsOf({ ...quoteWith(0), tickets: party })[0]).toEqual([
    'Paid for 1 ticket, 1 piece of baggage',
    10_000,
  ])
  // A part of the fees is returned, and the carrier keeps a part of the price.
  const [ticket] = quoteWith(0).tickets
  const tickets = ticket ? [{ ...ticket, fee: money(300), feeKept: money(100) }] : []
  const sums = { deduction: money(1_000), back: money(4_300) }
  const rows = rowsOf({ ...quoteWith(0), ...sums, tickets })
  const sum = rows.slice(0, -1).reduce((total, [, amount]) => total + amount, 0)
  expect([sum, rows.length]).toEqual([4_300, 5])
  expect(rows.at(-1)).toEqual(['You get back', 4_300])
})

test('an option of a ticket that cannot be used names the kept fees of its quote', () => {
  expect(optionsOfQuote('return', quoteWith(250))).toMatchObject([{ feeKept: { amount: 500 } }])
  expect(optionsOfQuote('return', quoteWith(0))).toMatchObject([{ feeKept: { amount: 0 } }])
  expect(optionsOfQuote('resale', { ...quoteWith(250), quote: null })).toEqual([])
})

test('an adult whose child travels on the ticket beside is offered the return of both', () => {
  const refused = { ...quoteWith(0), quote: null }
  const [ticket] = refused.tickets
  const refusal = { code: 'ChildTicketFirst' as const, message: 'A child does not travel alone.' }
  const together = { ...refused, tickets: ticket ? [{ ...ticket, refusal }] : [] }
  expect(bestFirst(optionsOfQuote('return', together))).toMatchObject([
    { kind: 'return', isWithChild: true, back: null },
    // Alone it cannot be given away either.
    { kind: 'organizer', isWithChild: true },
  ])
})
