import { describe, expect, test } from 'vitest'
import { money } from '#kernel/money.ts'
import { rateText, toLari, type Rate } from '#modules/rates/server/public-api.ts'
import { splitPrice } from '#kernel/split-price.ts'
import { seedOf } from '../../../../tests/support/tier.ts'

/** A small generator whose seed is printed when a property fails, so that the run can be repeated. */
function chance(seed: number) {
  let state = seed
  return (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % (most + 1)
  }
}

const seed = seedOf('pricing', 20_261_122)

function always(runs: number, property: (pick: (most: number) => number) => void): void {
  const pick = chance(seed)
  for (let run = 0; run < runs; run += 1)
    try {
      property(pick)
    } catch (error) {
      throw new Error(`SEED=${seed}, run ${run}: ${String(error)}`, { cause: error })
    }
}

describe('splitting the price of a package', () => {
  test('distributes every tetri once, each share within one tetri of its exact value', () => {
    // Goal: lines add up to the price. Method: random prices and weights, shares compared as fractions.
    always(2_000, (pick) => {
      const total = pick(10_000_000)
      const weights = Array.from({ length: 1 + pick(20) }, () => pick(500_000))
      const split = splitPrice(total, weights)
      expect(split.reduce((sum, part) => sum + part, 0)).toBe(total)
      const sum = weights.reduce((all, weight) => all + weight, 0)
      for (const [index, part] of split.entries()) {
        const share = sum > 0 ? (total * (weights[index] ?? 0)) / sum : total / weights.length
        expect(Math.abs(part - share)).toBeLessThan(1)
        expect(part).toBeGreaterThanOrEqual(0)
      }
    })
  })

  test('does not depend on the order of equal units, except for the first', () => {
    expect(splitPrice(10_001, [3_000, 3_000, 7_000])).toEqual([2_308, 2_308, 5_385])
    expect(splitPrice(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitPrice(5, [0, 0])).toEqual([3, 2])
  })
})

describe('foreign money in lari', () => {
  const rate = (lariMillionths: number): Rate => ({
    currency: 'USD',
    ratedOn: '2026-12-01',
    lariMillionths,
  })

  test('rounds half away from zero, as the README says', () => {
    const euro: Rate = { currency: 'EUR', ratedOn: '2026-12-01', lariMillionths: 3_150_000 }
    expect(toLari(money(4_500, 'EUR'), euro)).toEqual(money(14_175))
    expect(toLari(money(1, 'USD'), rate(2_500_000)).amount).toBe(3)
    expect(toLari(money(-1, 'USD'), rate(2_500_000)).amount).toBe(-3)
    expect(toLari(money(1, 'USD'), rate(2_499_999)).amount).toBe(2)
    expect(() => toLari(money(1, 'GBP'), euro)).toThrow('GBP')
    // Yen have no hundredths, dinars have thousandths.
    const of = (currency: Rate['currency'], lariMillionths: number): Rate => ({
      currency,
      ratedOn: '2026-12-01',
      lariMillionths,
    })
    expect(toLari(money(2_000, 'JPY'), of('JPY', 17_564))).toEqual(money(3_513))
    expect(toLari(money(1_250, 'KWD'), of('KWD', 8_841_200))).toEqual(money(1_105))
    expect(toLari(money(10_000, 'TRY'), of('TRY', 70_120))).toEqual(money(701))
    expect([rateText(2_715_300), rateText(3_000_000), rateText(1_234_567)]).toEqual([
      '2.7153',
      '3.0000',
      '1.234567',
    ])
  })

  test('is within half a tetri of the exact amount, and monotonic', () => {
    // Goal: the conversion is exact and monotonic. Method: random amounts and rates in integers.
    always(2_000, (pick) => {
      const amount = pick(100_000_000)
      const lariMillionths = 1 + pick(10_000_000)
      const lari = toLari(money(amount, 'USD'), rate(lariMillionths)).amount
      const off = BigInt(lari) * 1_000_000n - BigInt(amount) * BigInt(lariMillionths)
      expect(off > -500_000n && off <= 500_000n).toBe(true)
      expect(toLari(money(amount + 1, 'USD'), rate(lariMillionths)).amount).toBeGreaterThanOrEqual(
        lari,
      )
    })
  })
})
