import { expect, test } from 'vitest'
import { systemRandom } from '#platform/random.ts'

test('bytes and ids are new each time, however the pool behind them runs out', () => {
  const ids = Array.from({ length: 5_000 }, () => systemRandom.uuid())
  expect(new Set(ids).size).toBe(ids.length)
  const form = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
  expect(ids.filter((id) => !form.test(id))).toEqual([])
  const drawn = Array.from({ length: 2_000 }, () =>
    Buffer.from(systemRandom.bytes(32)).toString('hex'),
  )
  expect(new Set(drawn).size).toBe(drawn.length)
  expect(systemRandom.bytes(10_000)).toHaveLength(10_000)
  // Erased bytes would show as zeros: of 64,000 random bytes one in 256 is zero.
  const zeros = Buffer.from(drawn.join(''), 'hex').filter((byte) => byte === 0).length
  expect(zeros).toBeLessThan(1_000)
})
