/**
 * Goal: the pages of an order show each state correctly and accept no invalid details. Method: the pure functions
 * behind the pages, for every state of an order and a payment and for valid and invalid details.
 */
import { expect, test } from 'vitest'
import { orderStatus, type OrderStatusName } from '#contract/enumerations.ts'
import { paymentStates } from '../contract.ts'
import { problemsOf, readDraft } from '../web/buyer-draft.ts'
import { isSettled, outcomeOf, pauseBefore } from '../web/outcome.ts'

const statusNames = Object.keys(orderStatus) as OrderStatusName[]

test('money on its way back is told whatever the order says', () => {
  for (const statusName of statusNames) {
    expect(outcomeOf({ statusName }, { state: 'refunding' })).toBe('returning')
    expect(outcomeOf({ statusName }, { state: 'refunded' })).toBe('returned')
  }
})

test('coins: too many do not hide the tickets, too few may be paid again', () => {
  for (const state of ['refunding', 'refunded'] as const) {
    const outcome = (statusName: OrderStatusName, reason: string) =>
      outcomeOf({ statusName }, { state, moneyBack: { reason } })
    expect(outcome('Processed', 'surplus')).toBe('paid')
    expect(outcome('Failed', 'underpaid')).toBe('underpaid')
    expect(outcome('Timeout', 'late')).toBe(state === 'refunding' ? 'returning' : 'returned')
  }
  expect(isSettled('underpaid')).toBe(true)
})

test.each([
  ['Processed', 'captured', 'paid'],
  ['Transferred', null, 'paid'],
  ['WaitingForTicket', 'captured', 'issuing'],
  ['Failed', 'declined', 'declined'],
  ['Canceled', null, 'canceled'],
  ['Timeout', null, 'timeOver'],
  ['Timeout', 'expired', 'timeOver'],
  ['Timeout', 'unknown', 'waiting'],
  ['Timeout', 'captured', 'waiting'],
  ['PaymentPending', 'created', 'waiting'],
  ['PaymentPending', 'pending', 'waiting'],
  ['PaymentPending', 'unknown', 'waiting'],
  ['PaymentPending', 'expired', 'open'],
  ['PaymentPending', 'canceled', 'open'],
  ['Draft', null, 'open'],
  ['Checkout', null, 'open'],
] as const)('%s with a payment %s is %s', (statusName, state, outcome) => {
  expect(outcomeOf({ statusName }, state && { state })).toBe(outcome)
})

test('nothing is called paid without an order that is', () => {
  const paid = new Set([
    'Processed',
    'Transferred',
    'NotForSale',
    'ThirdParty',
    'Imported',
    'Preprint',
  ])
  for (const statusName of statusNames)
    for (const state of paymentStates)
      if (outcomeOf({ statusName }, { state }) === 'paid') expect(paid).toContain(statusName)
})

test('what may still change is asked for again, ever less often', () => {
  expect(
    ['waiting', 'issuing', 'returning'].map((outcome) => isSettled(outcome as 'waiting')),
  ).toEqual([false, false, false])
  const pauses = Array.from({ length: 20 }, (_, attempt) => pauseBefore(attempt))
  expect(pauses).toEqual(pauses.toSorted((left, right) => left - right))
  expect(pauses.at(-1)).toBe(15_000)
})

const whole = {
  name: 'Nino',
  email: 'nino@example.ge',
  phone: '+995 555 12 34 56',
  acceptTerms: true,
}

/** A rule requires verification of the phone. */
const asked = { phone: true }

test('an e-mail is enough where no rule asks for a phone', () => {
  const least = { ...whole, name: '', phone: '' }
  expect(problemsOf(least, { phone: false })).toEqual({})
  expect(problemsOf({ ...least, phone: '12' }, { phone: false })).toEqual({ phone: 'phoneWrong' })
})

test('whole details have no problem', () => {
  expect(problemsOf(whole, asked)).toEqual({})
  expect(problemsOf({ ...whole, name: 'ნინო ბერიძე', phone: '(0322) 12-34-56' }, asked)).toEqual({})
})

test.each([
  [{ email: '' }, { email: 'emailMissing' }],
  [{ email: 'nino@example' }, { email: 'emailWrong' }],
  [{ email: 'nino example@ge.ge' }, { email: 'emailWrong' }],
  [{ phone: '' }, { phone: 'phoneMissing' }],
  [{ phone: '12' }, { phone: 'phoneWrong' }],
  [{ phone: '( ) - ( )' }, { phone: 'phoneWrong' }],
  [{ phone: 'call me' }, { phone: 'phoneWrong' }],
  [{ acceptTerms: false }, { terms: 'termsMissing' }],
])('%j is told as %j', (change, problems) => {
  expect(problemsOf({ ...whole, ...change }, asked)).toEqual(problems)
})

test('what a tab has stored is believed only when it has the right shape', () => {
  expect(readDraft(JSON.stringify(whole))).toEqual(whole)
  for (const text of [
    null,
    '',
    'null',
    '{}',
    '[]',
    '{"name":1}',
    JSON.stringify({ ...whole, phone: null }),
  ])
    expect(readDraft(text)).toBeNull()
})
