/**
 * Goal: the table of payment states holds, and amounts are converted exactly. Method: walk the table from `created`;
 * turn every amount of a wide sample into decimals and back.
 */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalToMinor, minorToDecimal } from '../server/decimal-amount.ts'
import { isAbandoned, paymentTransitions, sessionMinutes, type Payment } from '../server/rules.ts'

test('every state is reachable from created, and nothing leaves refunded', () => {
  const reached = new Set(['created'])
  for (const from of reached) {
    for (const to of paymentTransitions[from as keyof typeof paymentTransitions]) reached.add(to)
  }
  expect([...reached].toSorted()).toEqual(Object.keys(paymentTransitions).toSorted())
  expect(paymentTransitions.refunded).toEqual([])
})

test('a capture is never lost: captured leads to refunds only', () => {
  const after = new Set(['captured'])
  for (const from of after) {
    for (const to of paymentTransitions[from as keyof typeof paymentTransitions]) after.add(to)
  }
  expect([...after].toSorted()).toEqual(['captured', 'refunded', 'refunding'])
})

test('minor units survive the wire as decimal text and as JSON numbers', () => {
  const amounts = fc.integer({ min: 0, max: 9_999_999_999_999 })
  fc.assert(
    fc.property(amounts, (amountMinor) => {
      const text = minorToDecimal(amountMinor)
      expect(decimalToMinor(text)).toBe(amountMinor)
      const sent = JSON.stringify({ total: Number(text) })
      expect(decimalToMinor(String(JSON.parse(sent).total))).toBe(amountMinor)
    }),
  )
})

test.each([
  ['52', 5_200],
  ['52.5', 5_250],
  ['52.50', 5_250],
  ['52.500', 5_250],
  ['0.01', 1],
  ['52.505', null],
  ['-1', null],
  ['1e3', null],
  ['NaN', null],
  ['', null],
  ['1,5', null],
  [' 1', null],
])('%j reads as %j', (text, amountMinor) => {
  expect(decimalToMinor(text)).toBe(amountMinor)
})

test.each([0.5, -1, Number.NaN, 2 ** 53])('%d minor units are not written', (amountMinor) => {
  expect(() => minorToDecimal(amountMinor)).toThrow(RangeError)
})

const now = new Date('2026-12-01T10:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

test('the session of the provider ends before the hold does', () => {
  expect(sessionMinutes(now, later(900), 12)).toBe(12)
  expect(sessionMinutes(now, later(600), 12)).toBe(9)
  expect(sessionMinutes(now, later(90), 12)).toBe(1)
  expect(sessionMinutes(now, later(89), 12)).toBe(0)
  expect(sessionMinutes(now, later(-5), 12)).toBe(0)
})

test('a payment is given up only when its provider can or will not report a final state', () => {
  const payment = { expiresAt: now, externalId: null, cardId: null } as Payment
  const charge = { ...payment, cardId: 'kept' }
  const known = { ...payment, externalId: 'x' }
  expect(isAbandoned(payment, later(119), false)).toBe(false)
  expect(isAbandoned(payment, later(120), false)).toBe(true)
  expect(isAbandoned(charge, later(90_000), false)).toBe(false)
  expect(isAbandoned(known, later(120), true)).toBe(false)
  expect(isAbandoned(known, later(90_000), true)).toBe(true)
  expect(isAbandoned(known, later(90_000), false)).toBe(false)
  // After a week polling stops, whether or not the provider answered.
  expect(isAbandoned(known, later(7 * 86_400 - 1), false)).toBe(false)
  expect(isAbandoned(known, later(7 * 86_400), false)).toBe(true)
  expect(isAbandoned(charge, later(7 * 86_400), false)).toBe(true)
})
