/**
 * Goal: lots are fair and publicly verifiable, and the rate admits as many as configured. Method: the pure functions of
 * the rules.
 */
import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { lotOffsetBeforeDraw, drawView, lotOf } from '../server/draw.ts'
import { leadingZeroBits } from '#platform/proof-of-work.ts'
import { bitsFor } from '../server/proof-of-work.ts'
import { creditNow, estimateOf, phaseOf, speedOf, type SaleQueue } from '../server/rules.ts'

const now = new Date('2026-11-22T10:00:00Z')
const queue: SaleQueue = {
  queueId: 1,
  source: 'event',
  groupId: 1,
  itemId: null,
  admittedMax: 100,
  admittedMinutes: 15,
  idleSeconds: 120,
  asksPhone: false,
  opensAt: null,
  ratePerMinute: null,
  isPaused: false,
  isClosed: false,
  message: null,
  drawSeed: null,
}
const seconds = (count: number): Date => new Date(now.getTime() + count * 1_000)

/** Two-sided Kolmogorov–Smirnov distance between these numbers in 0..1 and the uniform distribution. */
function distanceFromUniform(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return Math.max(
    ...sorted.map((value, index) =>
      Math.max((index + 1) / sorted.length - value, value - index / sorted.length),
    ),
  )
}

describe('lots', () => {
  const count = 4_000
  const hashes = Array.from({ length: count }, (_, index) =>
    createHash('sha256').update(`token ${index}`).digest(),
  )

  test('are independent of the order of joining (Kolmogorov–Smirnov, 20 seeds)', () => {
    let rejected = 0
    for (let run = 0; run < 20; run += 1) {
      const seed = createHash('sha256').update(`seed ${run}`).digest()
      const places = hashes
        .map((hash, joined) => ({ joined, lot: lotOf(seed, hash) }))
        .toSorted((left, right) => left.lot - right.lot)
      const firstTenth = places.flatMap(({ joined }, place) =>
        joined < count / 10 ? [place / count] : [],
      )
      // 1.63 is the critical value at 1 %, so at most two of twenty may pass it by chance.
      if (distanceFromUniform(firstTenth) * Math.sqrt(firstTenth.length) > 1.63) rejected += 1
    }
    expect(rejected).toBeLessThanOrEqual(2)
  })

  test('the same statistic rejects an order of arrival', () => {
    const unfair = Array.from({ length: count / 10 }, (_, place) => place / count)
    expect(distanceFromUniform(unfair) * Math.sqrt(unfair.length)).toBeGreaterThan(1.63)
  })

  test('are exact numbers after those of earlier visitors, and verifiable from the seed alone', () => {
    const seed = Buffer.alloc(32, 7)
    const hash = hashes[0] ?? Buffer.alloc(32)
    const digest = createHmac('sha256', seed).update(hash).digest('hex')
    expect(lotOf(seed, hash)).toBe(Number.parseInt(digest.slice(0, 13), 16))
    expect(Number.isSafeInteger(lotOf(seed, hash))).toBe(true)
    expect(lotOffsetBeforeDraw + 1_000_000).toBeLessThan(0)
  })

  test('publishes the digest of the seed from the start, the seed once the queue is open', () => {
    const drawn = { ...queue, drawSeed: Buffer.alloc(32, 7), opensAt: seconds(10) }
    const before = drawView(drawn, now)
    const after = drawView(drawn, seconds(11))
    expect(before?.seed).toBeNull()
    const seed = Buffer.from(after?.seed ?? '', 'hex')
    expect(createHash('sha256').update(seed).digest('hex')).toBe(before?.commitment)
  })
})

describe('controls', () => {
  test('phaseOf gives precedence to Closed, then Before, then Paused', () => {
    const opening = { ...queue, opensAt: seconds(10), isPaused: true }
    expect(phaseOf({ ...opening, isClosed: true }, now)).toBe('Closed')
    expect(phaseOf(opening, now)).toBe('Before')
    expect(phaseOf(opening, seconds(10))).toBe('Paused')
    expect(phaseOf(queue, now)).toBe('Open')
  })

  test.each([1, 7, 30, 90, 600, 6_000])(
    'a rate of %i per minute admits that many within 5 %%, regardless of the polling interval',
    (ratePerMinute) => {
      for (const everySeconds of [0.2, 0.37, 1, 3]) {
        const minutes = Math.max(10, Math.ceil(200 / ratePerMinute))
        let credit = 0
        let creditedAt: Date | null = now
        let admitted = 0
        for (let at = 0; at <= minutes * 60; at += everySeconds) {
          const available = creditNow(
            { ratePerMinute, opensAt: null },
            { credit, creditedAt },
            seconds(at),
          )
          const next = Math.floor(available ?? 0)
          admitted += next
          credit = (available ?? 0) - next
          creditedAt = seconds(at)
        }
        expect(Math.abs(admitted / (ratePerMinute * minutes) - 1)).toBeLessThan(0.05)
      }
    },
  )

  test('accumulates no burst during inactivity or before the opening', () => {
    const controls = { ratePerMinute: 600, opensAt: null }
    expect(creditNow(controls, { credit: 0, creditedAt: now }, seconds(3_600))).toBe(50)
    const opening = { ratePerMinute: 600, opensAt: seconds(3_600) }
    expect(creditNow(opening, { credit: 0, creditedAt: now }, seconds(3_601))).toBeCloseTo(10)
    expect(
      creditNow({ ratePerMinute: null, opensAt: null }, { credit: 0, creditedAt: now }, now),
    ).toBe(null)
  })

  test('estimates from the measured speed, and only while the queue is open', () => {
    expect(speedOf({ ratePerMinute: 600, opensAt: null }, 40, now)).toBe(20)
    expect(speedOf({ ratePerMinute: 600, opensAt: null }, 0, now)).toBe(600)
    expect(speedOf({ ratePerMinute: null, opensAt: seconds(-30) }, 40, now)).toBe(80)
    expect(estimateOf('Open', 60, 20)).toBe(180)
    expect(estimateOf('Paused', 60, 20)).toBeNull()
    expect(estimateOf('Open', 60, null)).toBeNull()
  })
})

describe('proof of work', () => {
  test('requires nothing for the first joins of a network, then one more bit per doubling, up to a maximum', () => {
    expect([0, 7, 8, 15, 16, 80, 8_000_000].map((joined) => bitsFor(joined, 8))).toEqual([
      0, 0, 13, 13, 14, 16, 22,
    ])
    expect(bitsFor(1_000, 0)).toBe(0)
    expect([bitsFor(0, 8, true), bitsFor(16, 8, true), bitsFor(0, 0, true)]).toEqual([17, 18, 0])
  })

  test('leadingZeroBits counts across bytes', () => {
    expect(
      [[255], [127], [0, 1], [0, 0]].map((bytes) => leadingZeroBits(Uint8Array.from(bytes))),
    ).toEqual([0, 1, 15, 16])
  })
})
