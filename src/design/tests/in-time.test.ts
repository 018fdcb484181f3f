import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inTime } from '../data/in-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A request that is never answered, and fails when it is ended. */
const silent = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(new Error('ended'))
    signal.addEventListener('abort', () => reject(new Error('ended')))
  })

it('ends a request that is not answered in time', async () => {
  const outcome = expect(inTime(silent)).rejects.toThrow('ended')
  await vi.advanceTimersByTimeAsync(14_999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await outcome
})

it('ends it when the page is left, also before', async () => {
  const leaving = new AbortController()
  const outcome = expect(inTime(silent, leaving.signal)).rejects.toThrow('ended')
  leaving.abort()
  await outcome
  await expect(inTime(silent, leaving.signal)).rejects.toThrow('ended')
  expect(vi.getTimerCount()).toBe(0)
})

it('returns the reply and keeps no timer', async () => {
  expect(await inTime(async () => 'reply')).toBe('reply')
  await expect(inTime(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(vi.getTimerCount()).toBe(0)
})
