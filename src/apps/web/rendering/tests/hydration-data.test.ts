/**
 * Goal: the router's client reads the same data that was written, and only plain data is written. Method: the
 * router's own reader reads the output of our writer for random plain data.
 */
import fc from 'fast-check'
import { UNSAFE_decodeViaTurboStream as decode } from 'react-router'
import { expect, test } from 'vitest'
import { hydrationData } from '../hydration-data.ts'

async function read(line: string | null): Promise<unknown> {
  const { value } = await decode(new Blob([line ?? '']).stream(), globalThis as never)
  return value
}

test('preserves plain data', async () => {
  const plain = fc.letrec<{ any: unknown; object: object }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.string({ unit: 'grapheme' }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
      fc.boolean(),
      fc.constant(null),
      fc.constant(undefined),
      fc.array(tie('any'), { maxLength: 4 }),
      tie('object'),
    ),
    object: fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      tie('any'),
      { maxKeys: 5, noNullPrototype: true },
    ),
  }))
  await fc.assert(
    fc.asyncProperty(plain.object, async (value) => {
      expect(await read(hydrationData({ loaderData: value }))).toEqual({ loaderData: value })
    }),
    { numRuns: 300 },
  )
})

test('writes a repeated value once and keeps it one object', async () => {
  const shared = { name: 'the same words, several times' }
  const line = hydrationData({ first: shared, second: [shared, 'the same words, several times'] })
  expect(line?.split('the same words').length).toBe(2)
  const value = (await read(line)) as { first: object; second: [object, string] }
  expect(value.second[0]).toBe(value.first)
})

test('leaves dates, promises, instances, functions and special numbers to the router', () => {
  for (const odd of [
    new Date(0),
    Promise.resolve(1),
    new Map([[1, 2]]),
    () => 1,
    NaN,
    -0,
    Infinity,
    1n,
  ])
    expect(hydrationData({ loaderData: { deep: [odd] } })).toBeNull()
})
