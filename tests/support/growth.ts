import { expect } from 'vitest'

/** How many times larger the second input is. */
const factor = 8
/** Enough to be measured; a short input that takes less is made longer. */
const secondsMin = 0.005
/** Of times the processor needs for one input, at most: a quadratic reader needs eight times this much for each byte. */
const perByteMax = 4

/**
 * Expects that work takes a time in proportion to its input: the processor time for an input, and for one eight times
 * as long. A ratio within one run, and of processor time, so that a busy machine changes nothing. `sizeMax` must be large
 * enough for some milliseconds; smaller sizes are used where they are.
 */
export function expectLinear(
  work: (input: string) => unknown,
  inputOf: (size: number) => string,
  sizeMax: number,
): void {
  let size = Math.ceil(sizeMax / 32)
  work(inputOf(size))
  while (size < sizeMax && secondsOf(work, inputOf(size)) < secondsMin) size *= 2
  const short = inputOf(size)
  const long = inputOf(size * factor)
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
