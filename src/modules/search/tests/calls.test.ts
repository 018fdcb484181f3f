/**
 * Goal: search is correct over the real catalogue: filters, counts, pages, changes, clicks, saved searches. Method:
 * calls in a seeded shop; counts are compared with plain counting, one choice at a time.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  ownSavedSearchDelete,
  ownSavedSearches,
  ownSearch,
  ownSearchSuggest,
  searchClick,
  searchSave,
  searchTop,
} from '../contract.ts'
import { decideSearchWord, listSearchWords } from '../words-contract.ts'
import { openSearchEnv, type SearchEnv } from './support.ts'

let env: SearchEnv
/** Advance of the clock of the catalogue snapshot, in milliseconds. */
let later = 0
beforeAll(async () => {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
  env = await openSearchEnv()
})
afterAll(() => env.close())

const cacheSeconds = 61

test.each([
  ['ბათუმი', 'jazz-by-the-sea'],
  ['gedebis tba', 'swan-lake'],
  ['swan lkae', 'swan-lake'],
  ['დინამო', 'cup-final'],
  ['opera', 'abesalom-and-eteri'],
  ['kandareli', 'night-jazz-mtatsminda'],
])('%s finds %s', async (text, slug) => {
  const { items } = await env.reply(ownSearch, { query: { text } })
  expect(items.slice(0, 6).map((item) => item.slug)).toContain(slug)
})

test('finds neither private nor stopped shows, and nothing for stop words', async () => {
  for (const text of ['', 'hamlet', '%%%', 'xqzwvv', '---'])
    expect((await env.reply(ownSearch, { query: { text } })).items, text).toEqual([])
})

test('returns venues and people with the matching ranges of their names', async () => {
  const reply = await env.reply(ownSearch, { query: { text: 'rustav' } })
  expect(reply.venues.map((venue) => venue.slug).toSorted()).toEqual([
    'rustaveli-theatre',
    'rustavi-theatre',
  ])
  expect(reply.venues[0]?.nameRanges).toEqual([[0, 6]])
  const { people } = await env.reply(ownSearch, { query: { text: 'wereteli' } }, { locale: 'ka' })
  expect(people[0]).toMatchObject({
    name: 'ნია წერეთელი',
    nameRanges: [[4, 12]],
    shows: [{ slug: 'neon-city' }],
  })
})

test('corrects a mistyped text in the script it was typed in', async () => {
  const corrections = { 'swna lake': 'Swan Lake', გდეების: 'გედების', 'neon city': null }
  for (const [text, meant] of Object.entries(corrections))
    expect((await env.reply(ownSearch, { query: { text } })).didYouMean, text).toBe(meant)
})

test('pages without gaps or overlap up to the end', async () => {
  const all = await env.reply(ownSearch, { query: { text: 'თბილისი', limit: 50 } })
  const slugs: string[] = []
  let offset: number | null = 0
  while (offset !== null) {
    const page: typeof all = await env.reply(ownSearch, {
      query: { text: 'თბილისი', limit: 7, offset },
    })
    slugs.push(...page.items.map((item) => item.slug))
    offset = page.nextOffset
  }
  expect(slugs).toEqual(all.items.map((item) => item.slug))
  expect(slugs).toHaveLength(all.totalCount)
  expect(new Set(slugs).size).toBe(slugs.length)
})

test('counts for each choice of a facet what selecting only this choice would find', async () => {
  const query = { text: 'tbilisi', priceTo: 60 }
  const total = async (filters: object): Promise<number> =>
    (await env.reply(ownSearch, { query: { ...query, ...filters } })).totalCount
  const { facets } = await env.reply(ownSearch, {
    query: { ...query, categoryIds: '1', venueIds: '3' },
  })
  expect(facets.categories.length).toBeGreaterThan(0)
  for (const { categoryId, count } of facets.categories)
    expect(await total({ categoryIds: String(categoryId), venueIds: '3' })).toBe(count)
  for (const { venueId, count } of facets.venues)
    expect(await total({ categoryIds: '1', venueIds: String(venueId) })).toBe(count)
  for (const when of ['today', 'tomorrow', 'weekend', 'month'] as const)
    expect(await total({ categoryIds: '1', venueIds: '3', when })).toBe(facets.when[when])
  for (const { city, count } of facets.cities)
    expect(await total({ categoryIds: '1', venueIds: '3', cities: city })).toBe(count)
  const bands = await env.reply(ownSearch, { query: { text: 'tbilisi', categoryIds: '1' } })
  for (const { priceFrom, priceTo, count } of bands.facets.prices) {
    const filters = { priceFrom, ...(priceTo === null ? {} : { priceTo }) }
    const { totalCount } = await env.reply(ownSearch, {
      query: { text: 'tbilisi', categoryIds: '1', ...filters },
    })
    expect(totalCount).toBe(count)
  }
})

test('describes the matching events in a card, and combines choices of one filter by "or"', async () => {
  const { items } = await env.reply(ownSearch, {
    query: { text: '', cities: 'Batumi,Kutaisi', when: 'month' },
  })
  expect(items.length).toBeGreaterThan(0)
  const cities = items.flatMap((item) => item.venues.map((venue) => venue.cityName))
  expect(new Set(cities)).toEqual(new Set(['Batumi', 'Kutaisi']))
})

test('finds an offer without a date by name and price, but on no day', async () => {
  const query = { text: 'breakfast by the sea' }
  const found = async (filters: object) =>
    (await env.reply(ownSearch, { query: { ...query, ...filters } })).items.map((item) => item.slug)
  expect(await found({ priceTo: 40 })).toContain('breakfast-by-the-sea')
  expect(await found({ fromDate: '2026-12-01', toDate: '2027-12-31' })).not.toContain(
    'breakfast-by-the-sea',
  )
})

test('finds a changed show within a second, and no deleted shows', async () => {
  const { db } = env.context
  const rename = (ka: string, en: string) =>
    db
      .updateTable('show')
      .set({ name: JSON.stringify({ ka, en }) })
      .where('slug', '=', 'courtyards')
      .execute()
  const found = async (text: string) =>
    (await env.reply(ownSearch, { query: { text } })).items.map((item) => item.slug)
  await rename('აივნები', 'Balconies')
  expireSnapshot()
  expect(await found('aivnebi')).toContain('courtyards')
  expect(await found('courtyards')).toEqual([])
  await db.updateTable('show').set({ status: 2 }).where('slug', '=', 'courtyards').execute()
  expireSnapshot()
  expect(await found('aivnebi')).toEqual([])
  const { people } = await env.reply(ownSearchSuggest, { query: { text: 'zaza pipia' } })
  expect(people.map((person) => person.name)).not.toContain('Zaza Pipia')
})

test('suggests a few results of each kind', async () => {
  const reply = await env.reply(ownSearchSuggest, { query: { text: 'თბ', limit: 4 } })
  expect(reply.shows.length).toBe(4)
  expect(reply.venues.length).toBe(3)
  expect(reply.venues[0]?.name).toMatch(/Tbilisi/)
})

test('suggests a text after three people used it in a day, and ranks clicked results higher', async () => {
  const order = async () =>
    (await env.reply(ownSearch, { query: { text: 'jazz' } })).items.map((item) => item.itemId)
  const [, second] = await order()
  const click = (ip: string, text = 'jazz') =>
    env.reply(
      searchClick,
      { body: { text, itemId: second ?? 0, itemType: 'Show', position: 1 } },
      { ip },
    )
  /** Top searches a minute later; the first query refreshes the cache. */
  const top = async () => {
    env.context.clock.advance(cacheSeconds)
    await env.reply(searchTop)
    return (await env.reply(searchTop)).items.map((item) => item.text)
  }
  for (let time = 0; time < 5; time += 1) await click('10.0.0.1')
  await click('10.0.0.2', 'JAZZ')
  expect(await top()).toEqual([])
  env.context.clock.advance(86_400)
  await click('10.0.0.3')
  expect(await top()).toEqual([])
  for (const last of [4, 5, 6, 7, 8, 9]) await click(`10.0.0.${last}`)
  await vi.waitFor(async () => expect(await top()).toEqual(['jazz']), 15_000)
  const rows = await env.context.db.selectFrom('search_click').selectAll().execute()
  expect(rows).toHaveLength(9)
  expect(JSON.stringify(rows)).not.toMatch(/10\.0\.0/)
  expect((await order())[0]).toBe(second)
  expect(await env.context.db.selectFrom('search_salt').selectAll().execute()).toHaveLength(1)
  const { texts } = await env.reply(ownSearchSuggest, { query: { text: '' } })
  expect(texts).toEqual(['jazz'])
})

test('offers no words that the programme does not say, whoever sends them, and counts no browsers as people', async () => {
  const { items } = await env.reply(ownSearch, { query: { text: 'jazz' } })
  const itemId = items[0]?.itemId ?? 0
  const click = (text: string, caller: { ip: string; userAgent?: string }) =>
    env.reply(searchClick, { body: { text, itemId, itemType: 'Show', position: 0 } }, caller)
  const name = items[0]?.name ?? ''
  for (let n = 1; n <= 6; n += 1) {
    for (const text of ['jazz is a swindle', 'swindle', 'jazz 恶', 'jazz ☠', name])
      await click(text, { ip: `10.2.0.${n}` })
    await click('concert', { ip: '10.2.1.1', userAgent: `browser ${n}` })
  }
  env.context.clock.advance(cacheSeconds)
  const offered = async () => {
    const { texts } = await env.reply(ownSearchSuggest, { query: { text: '', limit: 10 } })
    return texts
  }
  await vi.waitFor(async () => expect(await offered()).toContain(name.toLowerCase()), 15_000)
  expect((await offered()).join()).not.toMatch(/swindle|恶|☠|concert/)

  // An operator sees what waits, lets words through, and takes that back.
  const customerId = env.context.random.uuid()
  await env.context.db
    .insertInto('customer')
    .values({ id: customerId, email: 'operator@bileti.example' })
    .execute()
  const actor = {
    kind: 'customer',
    sessionId: 'office',
    customerId,
    isOperator: true,
  } as const
  const withheld = await env.reply(listSearchWords, {}, { actor })
  expect(withheld.withheld.map(({ text }) => text)).toContain('jazz is a swindle')
  const decide = (isShown: boolean) =>
    env.reply(decideSearchWord, { body: { text: 'Jazz  is a swindle', isShown } }, { actor })
  const shown = await decide(true)
  expect(shown.shown).toMatchObject([{ text: 'jazz is a swindle' }])
  expect(shown.withheld.map(({ text }) => text)).not.toContain('jazz is a swindle')
  expect(await offered()).toContain('jazz is a swindle')
  expect((await offered()).join()).not.toMatch(/恶|☠|concert/)
  expect((await decide(false)).shown).toEqual([])
  expect(await offered()).not.toContain('jazz is a swindle')
  expect(await env.refusal(listSearchWords, {})).not.toBe('accepted')
  expect(
    await env.refusal(decideSearchWord, { body: { text: '—', isShown: true } }, { actor }),
  ).toBe('BadRequest')
})

test('stores no texts that look personal, and refuses clicks on unknown items', async () => {
  for (const text of ['nino@example.com', '+995 555 12 34 56', '…']) {
    const body = { text, itemId: 1, itemType: 'Venue', position: 0 } as const
    expect(await env.reply(searchClick, { body })).toEqual({ isCounted: false })
  }
  const nobody = { text: 'a', itemId: 2_000_000, itemType: 'Show', position: 0 }
  expect(await env.refusal(searchClick, { body: nobody })).toBe('NotFound')
})

test('counts each of a hundred concurrent clicks', async () => {
  const people = Array.from({ length: 100 }, (_, at) => `10.1.0.${at}`)
  await Promise.all(
    people.map((ip) =>
      env.reply(
        searchClick,
        { body: { text: 'crowd', itemId: 1, itemType: 'Venue', position: 0 } },
        { ip },
      ),
    ),
  )
  const { count } = await env.context.db
    .selectFrom('search_click')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('text', '=', 'crowd')
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(100)
})

test('saves searches of customers, and stores no address for others', async () => {
  const { db, random } = env.context
  const customerId = random.uuid()
  await db.insertInto('customer').values({ id: customerId, email: 'saver@example.com' }).execute()
  const actor = { kind: 'customer', sessionId: random.uuid(), customerId } as const
  const save = (query: { keyword: string; userId?: string }, caller = {}) =>
    env.reply(searchSave, { query: { ...query, ipAddress: '203.0.113.77' } }, caller)

  expect(await save({ keyword: 'opera', userId: customerId }, { actor })).toEqual({
    keyword: 'opera',
    isKeptForCustomer: true,
  })
  await save({ keyword: 'ოპერა' }, { actor })
  await save({ keyword: 'jazz' }, { actor })
  const { items } = await env.reply(ownSavedSearches, {}, { actor })
  expect(items.map((item) => item.keyword).toSorted()).toEqual(['jazz', 'ოპერა'])

  expect(await save({ keyword: 'opera' })).toMatchObject({ isKeptForCustomer: false })
  const query = { keyword: 'opera', userId: customerId }
  expect(await env.refusal(searchSave, { query })).toBe('Forbidden')
  const rows = await db.selectFrom('saved_search').selectAll().execute()
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toContain('203.0.113')

  const stranger = {
    kind: 'customer',
    sessionId: random.uuid(),
    customerId: random.uuid(),
  } as const
  const params = { savedSearchId: items[0]?.savedSearchId ?? 0 }
  expect(await env.refusal(ownSavedSearchDelete, { params }, { actor: stranger })).toBe('NotFound')
  await env.reply(ownSavedSearchDelete, { params }, { actor })
  expect((await env.reply(ownSavedSearches, {}, { actor })).items).toHaveLength(1)
})

test('applies days and prices in a text as filters, unless a filter is chosen or a show has that name', async () => {
  const searchFor = (text: string, more: object = {}) =>
    env.reply(ownSearch, { query: { text, limit: 50, ...more } })
  const slugs = ({ items }: { items: { slug: string }[] }) => items.map(({ slug }) => slug)
  for (const [text, same] of [
    ['tomorrow', { text: '', when: 'tomorrow' }],
    ['ხვალ', { text: '', when: 'tomorrow' }],
    ['tbilisi this weekend', { text: 'tbilisi', when: 'weekend' }],
    ['5 december', { text: '', fromDate: '2026-12-05', toDate: '2026-12-05' }],
    ['theatre under 30', { text: 'theatre', priceFrom: '0', priceTo: '30' }],
    ['kids', { text: 'children' }],
    ['дети', { text: 'children' }],
  ] as const) {
    const [understood, chosen] = [await searchFor(text), await searchFor(same.text, same)]
    expect(slugs(understood).toSorted(), text).toEqual(slugs(chosen).toSorted())
    expect(understood.totalCount, text).toBeGreaterThan(0)
  }
  expect((await searchFor('tbilisi tomorrow')).understood).toEqual([
    { written: 'tomorrow', when: 'tomorrow', fromDate: null, toDate: null, priceTo: null },
  ])
  const chosen = await searchFor('tbilisi tomorrow', { when: 'weekend' })
  expect(chosen.understood).toEqual([])
  expect(slugs(chosen)).toEqual(slugs(await searchFor('tbilisi', { when: 'weekend' })))
  expect((await searchFor('new wine')).understood).toEqual([])
})

test('offers the nearest days, other filters or popular shows when nothing matches', async () => {
  const searchFor = async (query: object) =>
    await env.reply(ownSearch, { query: { text: '', ...query } })
  const days = await searchFor({ text: 'swan lake', fromDate: '2027-11-05', toDate: '2027-11-05' })
  expect(days.items).toEqual([])
  expect(days.alternatives?.reason).toBe('OtherDays')
  expect(days.alternatives?.items.map(({ slug }) => slug)).toEqual(['swan-lake'])
  const cheap = await searchFor({ text: 'swan lake', priceTo: '1' })
  expect(cheap.alternatives).toMatchObject({
    reason: 'OtherFilters',
    items: [{ slug: 'swan-lake' }],
  })
  const nothing = await searchFor({ text: 'xqzwvv' })
  expect(nothing.alternatives?.reason).toBe('Popular')
  expect(nothing.alternatives?.items).toHaveLength(6)
  expect((await searchFor({ text: 'swan lake' })).alternatives).toBeNull()
})

test('refuses invalid input with an error code', async () => {
  for (const query of [
    { text: 'a'.repeat(101) },
    { text: 'a', limit: '1000' },
    { text: 'a', when: 'yesterday' },
    { text: 'a', categoryIds: '1,x' },
    { text: 'a', fromDate: '2026-13-01' },
  ])
    expect(await env.refusal(ownSearch, { query }), JSON.stringify(query)).toBe('BadRequest')
})

/** Advances the clock beyond the lifetime of the catalogue snapshot. */
function expireSnapshot(): void {
  later += 2_000
}
