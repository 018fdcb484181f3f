import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PageCache } from '../page-cache.ts'

/**
 * Goal: the micro-cache answers a crowd with one rendering and lets go of what is over. Method: a cache of a short
 * life filled by hand; a page that was let go is rendered again.
 */
function page(text: string) {
  return { status: 200, headers: [], plain: Buffer.from(text) }
}

test('a crowd waits for one rendering, and a failure is not kept', async () => {
  const cache = new PageCache({ seconds: 60, most: 10 })
  let renderings = 0
  const render = async () => {
    renderings += 1
    await pause(5)
    return page('home')
  }
  await Promise.all(Array.from({ length: 100 }, () => cache.fill('/', render)))
  expect(renderings).toBe(1)
  expect(cache.read('/', Date.now())?.plain.toString()).toBe('home')
  await cache.fill('/missing', async () => ({ ...page(''), status: 404 }))
  expect(cache.read('/missing', Date.now())).toBeUndefined()
})

test('pages that are over are let go by the next one, and the oldest when there are too many', async () => {
  const brief = new PageCache({ seconds: 0.02, most: 1_000 })
  for (let index = 0; index < 100; index += 1) await brief.fill(`/?${index}`, async () => page('x'))
  await pause(50)
  await brief.fill('/', async () => page('x'))
  expect(brief.size).toBe(1)
  const small = new PageCache({ seconds: 60, most: 3 })
  for (let index = 0; index < 10; index += 1) await small.fill(`/?${index}`, async () => page('x'))
  expect(small.size).toBe(3)
  expect(small.read('/?9', Date.now())).toBeDefined()
})
