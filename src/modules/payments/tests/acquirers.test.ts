/**
 * Goal: a new card is paid through the cheapest working acquirer for its country. Method: the pure choice with example
 * costs, and the recorded health with a clock controlled by the test.
 */
import { describe, expect, test } from 'vitest'
import type { Currency } from '#kernel/money.ts'
import { rankAcquirers, type AcquirerQuestion } from '../server/acquirers.ts'
import { downMilliseconds, ProviderHealth } from '../server/provider-health.ts'

const lari: readonly Currency[] = ['GEL']
const gc = { number: 1, name: 'gc', currencies: lari }
const tpay = { number: 2, name: 'tpay', currencies: ['GEL', 'USD'] satisfies Currency[] }
const epoint = { number: 3, name: 'epoint', currencies: lari }
const citypay = { number: 4, name: 'citypay', currencies: lari }
const all = [citypay, gc, tpay, epoint]

const costs = new Map([
  ['gc', new Map([['*', 260]])],
  [
    'tpay',
    new Map([
      ['GE', 180],
      ['*', 290],
    ]),
  ],
  ['epoint', new Map([['AZ', 150]])],
])

function ranked(question: Partial<AcquirerQuestion> = {}, down: readonly number[] = []): string[] {
  const asked: AcquirerQuestion = { currency: 'GEL', country: 'GE', savesCard: false, ...question }
  return rankAcquirers(all, asked, { costs, isDown: (one) => down.includes(one) }).map(
    ({ name }) => name,
  )
}

describe('choice', () => {
  test('the cheapest for the country of the card comes first, one of unknown cost last', () => {
    expect(ranked()).toEqual(['tpay', 'gc', 'epoint'])
    expect(ranked({ country: 'FR' })).toEqual(['gc', 'tpay', 'epoint'])
    expect(ranked({ country: 'AZ' })).toEqual(['epoint', 'gc', 'tpay'])
  })

  test('who is down comes after all who work, and is asked all the same when nobody else is left', () => {
    expect(ranked({}, [2])).toEqual(['gc', 'epoint', 'tpay'])
    expect(ranked({}, [1, 2, 3])).toEqual(['tpay', 'gc', 'epoint'])
  })

  test('what is no card, or another currency, is no choice', () => {
    expect(ranked({ currency: 'USD' })).toEqual(['tpay'])
    expect(ranked({ savesCard: true })).not.toContain('citypay')
  })
})

describe('health', () => {
  const at = (milliseconds: number): Date => new Date(milliseconds)

  test('two failures in a row make a provider down for a minute; one answer makes it well', () => {
    const health = new ProviderHealth()
    health.note(2, 'refused', at(0))
    expect(health.isDown(2, at(1))).toBe(false)
    health.note(2, 'unknown', at(1_000))
    expect(health.isDown(2, at(1_001))).toBe(true)
    expect(health.isDown(1, at(1_001))).toBe(false)
    expect(health.isDown(2, at(1_000 + downMilliseconds))).toBe(false)
    health.note(2, 'refused', at(70_000))
    expect(health.isDown(2, at(70_001))).toBe(true)
    health.note(2, 'answered', at(71_000))
    health.note(2, 'refused', at(72_000))
    expect(health.isDown(2, at(72_001))).toBe(false)
  })
})
