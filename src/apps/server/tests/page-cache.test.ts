/**
 * Goal: concurrent requests cost one rendering, a stale copy is served while the next is rendered, a change drops
 * all copies, memory is bounded in bytes, and failed renderings are answered with the last copy. Method: a cache
 * filled directly, with renderings that the test completes.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageCache, type PageAnswer } from '../page-cache.ts'

const large = 10_000_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }))
afterEach(() => void vi.useRealTimers())

function answer(text: string, status = 200): PageAnswer {
  return { status, headers: [], plain: Buffer.from(text) }
}

async function textOf(cache: PageCache, key: string, render: () => Promise<PageAnswer>) {
  const found = await cache.find(key, render)
  const { plain } = found.page ? found.page.answer : found.answer
  return { text: plain.toString(), outcome: found.page ? found.outcome : 'none' }
}

test('shares one rendering between concurrent requests', async () => {
  const cache = new PageCache({ seconds: 60, bytesMax: large })
  const rendering = Promise.withResolvers<PageAnswer>()
  const render = vi.fn(() => rendering.promise)
  const crowd = Promise.all(Array.from({ length: 100 }, () => cache.find('/', render)))
  rendering.resolve(answer('home'))
  expect(new Set((await crowd).map(({ page }) => page?.answer.plain.toString()))).toEqual(
    new Set(['home']),
  )
  expect(render).toHaveBeenCalledTimes(1)
  expect(cache.fresh('/')?.answer.plain.toString()).toBe('home')
})

test('caches complete public pages only', async () => {
  const cache = new PageCache({ seconds: 60, bytesMax: large })
  for (const odd of [
    answer('missing', 404),
    answer('', 302),
    { ...answer('mine'), headers: [['Set-Cookie', 'AccessToken=secret']] as const },
  ]) {
    expect((await cache.find('/', async () => odd)).page).toBeNull()
    expect(cache.size.pages).toBe(0)
  }
})

test('renders a live page again after one and a half seconds and sends no stale copy meanwhile', async () => {
  const cache = new PageCache({ seconds: 60, bytesMax: large })
  const live = { isLive: true }
  await cache.find('/', async () => answer('9 seats'), live)
  vi.advanceTimersByTime(1_400)
  expect(cache.fresh('/')?.answer.plain.toString()).toBe('9 seats')
  vi.advanceTimersByTime(200)
  expect(cache.fresh('/')).toBeUndefined()
  const found = await cache.find('/', async () => answer('8 seats'), live)
  expect(found.page?.answer.plain.toString()).toBe('8 seats')
})

test('renders a requested live page ahead of its end, so that nobody waits for the next copy', async () => {
  const cache = new PageCache({ seconds: 60, bytesMax: large })
  const live = { isLive: true }
  const next = Promise.withResolvers<PageAnswer>()
  const render = vi.fn(() => next.promise)
  const look = async () => (await cache.find('/', render, live)).page?.answer.plain.toString()
  await cache.find('/', async () => answer('9 seats'), live)
  vi.advanceTimersByTime(900)
  expect(await look()).toBe('9 seats')
  expect(render).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  expect(await look()).toBe('9 seats')
  expect(await look()).toBe('9 seats')
  expect(render).toHaveBeenCalledTimes(1)
  next.resolve(answer('8 seats'))
  await new Promise((done) => setImmediate(done))
  expect(await look()).toBe('8 seats')
  // The age of the new copy is counted from the beginning of its own rendering.
  vi.advanceTimersByTime(1_499)
  expect(cache.fresh('/')?.answer.plain.toString()).toBe('8 seats')
  vi.advanceTimersByTime(2)
  expect(cache.fresh('/')).toBeUndefined()
})

test('serves a stale copy immediately while one new copy is rendered', async () => {
  const cache = new PageCache({ seconds: 2, bytesMax: large })
  await cache.find('/', async () => answer('old'))
  vi.advanceTimersByTime(3_000)
  expect(cache.fresh('/')).toBeUndefined()
  const rendering = Promise.withResolvers<PageAnswer>()
  const render = vi.fn(() => rendering.promise)
  for (let count = 0; count < 5; count += 1)
    expect(await textOf(cache, '/', render)).toEqual({ text: 'old', outcome: 'stale' })
  rendering.resolve(answer('new'))
  await vi.waitFor(() => expect(cache.fresh('/')?.answer.plain.toString()).toBe('new'), 15_000)
  expect(render).toHaveBeenCalledTimes(1)
  // Much later the stale copy is not served.
  vi.advanceTimersByTime(60_000)
  expect(await textOf(cache, '/', async () => answer('newest'))).toEqual({
    text: 'newest',
    outcome: 'miss',
  })
})

test('drops every copy after a change, including one being rendered', async () => {
  const cache = new PageCache({ seconds: 60, bytesMax: large })
  await cache.find('/', async () => answer('before'))
  const late = Promise.withResolvers<PageAnswer>()
  const waiting = cache.find('/late', () => late.promise)
  cache.drop()
  expect(cache.fresh('/')).toBeUndefined()
  expect((await textOf(cache, '/', async () => answer('after'))).text).toBe('after')
  // A request after the change does not get the rendering that began before it.
  expect((await textOf(cache, '/late', async () => answer('after'))).text).toBe('after')
  late.resolve(answer('before'))
  await waiting
  expect(cache.fresh('/late')?.answer.plain.toString()).toBe('after')
})

test('answers with the last copy for a day while rendering fails, and retries', async () => {
  const cache = new PageCache({ seconds: 2, bytesMax: large })
  await cache.find('/', async () => answer('kept'))
  cache.drop()
  const failing = vi.fn(async () => answer('broken', 500))
  expect(await textOf(cache, '/', failing)).toEqual({ text: 'kept', outcome: 'fallback' })
  vi.advanceTimersByTime(23 * 60 * 60 * 1000)
  const away = vi.fn(async () => {
    throw new Error('The database is away')
  })
  expect((await textOf(cache, '/', away)).text).toBe('kept')
  vi.advanceTimersByTime(2_000)
  expect(await textOf(cache, '/', async () => answer('back'))).toEqual({
    text: 'back',
    outcome: 'miss',
  })
  await expect(cache.find('/other', away)).rejects.toThrow('away')
})

test('answers 404 for a deleted page although it was cached', async () => {
  const cache = new PageCache({ seconds: 2, bytesMax: large })
  await cache.find('/', async () => answer('kept'))
  cache.drop()
  expect((await cache.find('/', async () => answer('gone', 404))).page).toBeNull()
  expect((await cache.find('/', async () => answer('broken', 500))).page).toBeNull()
})

test('bounds memory in bytes including compressed forms, and keeps recently used pages', async () => {
  const cache = new PageCache({ seconds: 60, bytesMax: 50_000 })
  const text = 'x'.repeat(1_000)
  await cache.find('/hot', async () => answer(text))
  for (let count = 0; count < 1_000; count += 1) {
    await cache.find(`/?${count}`, async () => answer(text))
    expect(cache.fresh('/hot')).toBeDefined()
  }
  expect(cache.size.bytes).toBeLessThanOrEqual(50_000)
  expect(cache.size.pages).toBeGreaterThan(20)
  const before = cache.size.bytes
  const page = cache.fresh('/hot')
  await page?.encoded('gzip')
  if (page) cache.grown('/hot', page)
  expect(cache.size.bytes).toBeGreaterThan(before)
  // Larger than the cache: answered, and not cached.
  expect((await cache.find('/huge', async () => answer('y'.repeat(60_000)))).page).not.toBeNull()
  expect(cache.fresh('/huge')).toBeUndefined()
})

test('compresses a changed copy before sending it, and an unchanged one not again', async () => {
  const cache = new PageCache({ seconds: 2, bytesMax: large })
  const first = await cache.find('/', async () => answer('same'))
  const encoded = await first.page?.encoded('br')
  cache.drop()
  const second = await cache.find('/', async () => answer('same'))
  expect(second.page?.ready('br')).toBe(encoded)
  expect(second.page?.etag).toBe(first.page?.etag)
  cache.drop()
  const third = await cache.find('/', async () => answer('other'))
  expect(third.page?.ready('br')).toBeDefined()
  expect(third.page?.etag).not.toBe(first.page?.etag)
})
