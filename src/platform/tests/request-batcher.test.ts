import { expect, test } from 'vitest'
import { createRequestBatcher } from '#platform/request-batcher.ts'

/** A batcher whose batches end when the test ends them. */
function held(options: { batchesAtOnce: number; besideMin?: number }) {
  const running: { requests: readonly number[]; end: () => void }[] = []
  const batcher = createRequestBatcher<number, number>({
    batchMax: 4,
    ...options,
    run: (_key, requests) =>
      new Promise((resolve) => running.push({ requests, end: () => resolve([...requests]) })),
  })
  const sizes = () => running.map(({ requests }) => requests.length)
  return { batcher, running, sizes }
}

test('a batch begins beside another one only with enough requests, and none is left waiting', async () => {
  const { batcher, running, sizes } = held({ batchesAtOnce: 2, besideMin: 3 })
  const answers = [1, 2, 3].map((request) => batcher.submit('one', request))
  // A single request is sent at once; two wait for it.
  expect(sizes()).toEqual([1])
  answers.push(batcher.submit('one', 4))
  expect(sizes()).toEqual([1, 3])
  answers.push(batcher.submit('one', 5), batcher.submit('other', 6))
  expect(sizes()).toEqual([1, 3, 1])
  running[1]?.end()
  await expect(answers[3]).resolves.toBe(4)
  // A single waiting request does not start a concurrent batch.
  await new Promise((resolve) => setImmediate(resolve))
  expect(sizes()).toEqual([1, 3, 1])
  for (const batch of running) batch.end()
  await expect(answers[0]).resolves.toBe(1)
  await new Promise((resolve) => setImmediate(resolve))
  expect(sizes()).toEqual([1, 3, 1, 1])
  running[3]?.end()
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6])
})
