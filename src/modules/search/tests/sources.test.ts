/**
 * Goal: items of a vertical are found like shows, and changes of them are followed. Method: a source in memory in a
 * seeded shop; one of its items has the id of a show.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ownSearch, ownSearchSuggest } from '../contract.ts'
import type { SearchableItem, SearchSource } from '../server/public-api.ts'
import { openSearchEnv, type SearchEnv } from './support.ts'

const pier = (id: number, ka: string, en: string): SearchableItem => ({
  id,
  name: { ka, en },
  aliases: ['Порт'],
  note: { ka: 'ნავმისადგომი', en: 'Pier' },
  path: `/boats/${id}`,
  imageUrl: null,
  popularity: 10,
  overAt: null,
})

let version = '1'
let items = [pier(1, 'ანაკლიის ნავმისადგომი', 'Anaklia pier')]
let reads = 0
const boats: SearchSource = {
  name: 'boat',
  readVersion: async () => version,
  async listItems() {
    reads += 1
    return items
  },
}

let env: SearchEnv
let later = 0
beforeAll(async () => {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
  env = await openSearchEnv([boats])
})
afterAll(() => env.close())

const names = async (text: string) =>
  (await env.reply(ownSearch, { query: { text } })).others.map(({ name }) => name)

test('finds items in all spellings, in search and in suggestions', async () => {
  for (const text of ['anaklia pier', 'ანაკლიის ნავმისადგომი', 'anakliis', 'порт', 'anaklya'])
    expect(await names(text), text).toEqual(['Anaklia pier'])
  const { others } = await env.reply(
    ownSearchSuggest,
    { query: { text: 'anak' } },
    { locale: 'ka' },
  )
  expect(others).toEqual([
    {
      source: 'boat',
      itemId: 1,
      name: 'ანაკლიის ნავმისადგომი',
      nameRanges: [[0, 4]],
      note: 'ნავმისადგომი',
      path: '/boats/1',
      imageUrl: null,
    },
  ])
  expect(reads).toBe(1)
})

test('rereads items when the version changes, and only then', async () => {
  items = [pier(2, 'გონიოს ნავმისადგომი', 'Gonio pier')]
  later += 2_000
  expect(await names('anaklia pier')).toEqual(['Anaklia pier'])
  expect(reads).toBe(1)
  version = '2'
  later += 2_000
  await vi.waitFor(async () => expect(await names('gonio pier')).toEqual(['Gonio pier']), 15_000)
  expect(await names('anakliis')).toEqual([])
  expect(reads).toBe(2)
})
