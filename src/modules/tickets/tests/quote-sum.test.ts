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

test('the amount of kept fees is stated, and nothing is said of fees where none were charged', () => {
  expect(shown(quoteWith(250))).toMatch(/Fees that are not returned: 5\s₾/)
  expect(shown(quoteWith(0))).not.toContain('not returned')
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
    { kind: 'organizer' },
  ])
})
