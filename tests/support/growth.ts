import { expect } from 'vitest'

/** How many times larger the second input is. */
const factor = 8
/** Of times the processor needs for one input, at most: a quadratic reader needs eight times this much for each byte. */
const perByteMax = 4

/**
 * Expects that work takes a time in proportion to its input: the processor time for an input, and for one eight times
 * as long. A ratio within one run, and of processor time, so that a busy machine changes nothing. `size` must be large
 * enough for some milliseconds.
 */
export function expectLinear(
  work: (input: string) => unknown,
  inputOf: (size: number) => string,
  size: number,
): void {
  const short = inputOf(size)
  const long = inputOf(size * factor)
  work(short)
  const times = [short, long].map((input) =>
    Math.min(...[1, 2, 3].map(() => secondsOf(work, input))),
  )
  const [before = 0, after = 0] = times
  expect(
    after / Math.max(before, 0.002) / factor,
    `${(before * 1000).toFixed(1)} ms for ${short.length} characters, ${(after * 1000).toFixed(1)} ms for ${long.length}`,
  ).toBeLessThan(perByteMax)
}

function secondsOf(work: (input: string) => unknown, input: string): number {
  const before = process.cpuUsage()
  work(input)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
