/** Goal: a needed script is asked for again, and its failure is one only when it could have come. Method: a clock of the test. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { late, needed } from '../late.ts'

let isOnline = true
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline
    },
  })
})
afterEach(() => {
  isOnline = true
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what fails at first comes later', async () => {
  const load = vi.fn<() => Promise<string>>()
  load.mockRejectedValueOnce(new Error('aborted')).mockResolvedValue('module')
  const loading = needed(load)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await loading).toBe('module')
  expect(load).toHaveBeenCalledTimes(2)
})

test('what never comes fails in the end', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('gone'))
  const failure = needed(load).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await failure).toBe('gone')
  expect(load).toHaveBeenCalledTimes(4)
})

test('without a connection nothing fails, and it comes when the connection is back', async () => {
  isOnline = false
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('offline'))
  const loading = needed(load)
  await vi.advanceTimersByTimeAsync(60_000)
  isOnline = true
  load.mockResolvedValue('module')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await loading).toBe('module')
})

test('a part that a page can do without stays away silently', async () => {
  const answered = vi.fn()
  void late(Promise.reject(new Error('gone'))).then(answered, answered)
  await vi.advanceTimersByTimeAsync(1)
  expect(answered).not.toHaveBeenCalled()
})
