/** Goal: of the ways to return a ticket the best one for its holder is listed first. Method: example amounts. */
import { expect, test } from 'vitest'
import { money } from '#kernel/money.ts'
import { bestFirst, type DisposalOption } from '../web/parts/actions/disposal-options.ts'

const way = (kind: DisposalOption['kind'], amount: number): DisposalOption => ({
  kind,
  back: money(amount),
  lost: money(100),
  feeKept: null,
})

test.each([
  [8_000, 9_000, ['resale', 'return', 'organizer']],
  [9_000, 8_000, ['return', 'resale', 'organizer']],
  [0, 0, ['return', 'resale', 'organizer']],
])('%i by a return, %i by a resale: %j', (returned, resold, order) => {
  const ways = bestFirst([way('return', returned), way('resale', resold)])
  expect(ways.map(({ kind }) => kind)).toEqual(order)
})

test('where no money comes back at all, the organiser takes the ticket', () => {
  expect(bestFirst([]).map(({ kind }) => kind)).toEqual(['organizer'])
})
