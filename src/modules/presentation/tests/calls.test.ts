/**
 * Goal: stories, advertising, banners, campaigns and switches are returned in the language of the request, within their
 * display period, and never link to hidden content. Method: the demo in its own database at a fixed time; rows are
 * changed and the calls repeated, through the whole chain that also validates replies.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { presentationBannersMain } from '#modules/catalogue/contract.ts'
import {
  ownAdvertisement,
  ownCampaignPage,
  ownFrontPage,
  presentationAds,
  storiesList,
} from '../contract.ts'
import { ownSwitches } from '../switches-contract.ts'
import { operateSwitch } from '../server/commands/operate-switch.ts'
import { pickByWeight } from '../server/rules.ts'
import { openPresentationEnv, seededAt, type PresentationEnv } from './support.ts'

let env: PresentationEnv
beforeAll(async () => {
  env = await openPresentationEnv()
})
afterAll(() => env.close())

const georgian = /[\u10D0-\u10FF]/

test('returns five stories of two to four items in both languages, each linking to an existing page', async () => {
  const en = await env.reply(storiesList)
  const ka = await env.reply(storiesList, {}, { locale: 'ka' })
  expect(en.items).toHaveLength(5)
  expect(JSON.stringify(en)).not.toMatch(georgian)
  for (const story of ka.items) {
    expect(story.title).toMatch(georgian)
    expect(story.items.length).toBeGreaterThanOrEqual(2)
    expect(story.items.length).toBeLessThanOrEqual(4)
  }
  const paths = en.items.flatMap((story) => story.items.flatMap((item) => item.link?.path ?? []))
  expect(paths).toContain('/en/shows/carmen')
  expect(paths).toContain('/en/category/kids')
  expect(paths).toContain('/en/faq')
  expect(ka.items[0]?.items[0]?.link?.path).toBe('/shows/neon-city')
})

test('the reply for the home page contains story covers only', async () => {
  const page = await env.reply(ownFrontPage)
  const { items } = await env.reply(storiesList)
  expect(page.stories.map((story) => story.itemIds)).toEqual(
    items.map((story) => story.items.map((item) => item.id)),
  )
  expect(page.advertisement?.placement).toBe('home')
  expect(page.banners).toEqual([])
  expect(page.gift).toBeNull()
  expect(page.rows.map(({ title }) => title)).toEqual(['Sailing today'])
  expect((await env.reply(ownFrontPage, {}, { locale: 'ka' })).rows).toEqual([])
})

test('a story is shown only within its display period', async () => {
  const { db } = env.context
  const change = (from: Date, until: Date) =>
    db
      .updateTable('story')
      .set({ shows_from: from, shows_until: until })
      .where('slug', '=', 'opera-season')
      .execute()
  const at = (seconds: number) => new Date(seededAt.getTime() + seconds * 1_000)
  const slugs = async () => (await env.reply(storiesList)).items.map((story) => story.slug)
  await change(at(1), at(10))
  env.clearCaches()
  expect(await slugs()).not.toContain('opera-season')
  env.context.clock.advance(1)
  expect(await slugs()).toContain('opera-season')
  env.context.clock.advance(9)
  expect(await slugs()).not.toContain('opera-season')
})

test('content that links to a hidden show is left out everywhere', async () => {
  const { db } = env.context
  await db
    .updateTable('show')
    .set({ status: 2 })
    .where('slug', 'in', ['jazz-by-the-sea', 'neon-city'])
    .execute()
  env.clearCaches()
  const text = JSON.stringify([
    await env.reply(storiesList),
    await env.reply(presentationAds),
    await env.reply(ownCampaignPage, { query: { path: '/onerepublic-visa' } }),
  ])
  expect(text).not.toContain('jazz-by-the-sea')
  expect(text).not.toContain('/shows/neon-city')
})

test('a category has its own advertising or that for all lists, with advertiser, period and pictures', async () => {
  const { items } = await env.reply(presentationAds)
  expect(items.map((ad) => ad.placement)).toContain('list')
  for (const ad of items) {
    expect(ad.advertiser).toBeTruthy()
    expect(ad.images.big).toMatchObject({ width: 1_470, height: 630 })
    expect(ad.path).toMatch(/^\/en\/shows\//)
  }
  const of = async (categorySlug: string) =>
    (await env.reply(ownAdvertisement, { query: { placement: 'list', categorySlug } })).item
  expect((await of('theatre'))?.path).toBe('/en/shows/two-chairs')
  expect((await of('kids'))?.path).toBe('/en/shows/lights-of-mtskheta')
})

test('a switch shows and hides the banner and the gift within a second', async () => {
  const banners = async () =>
    (await env.reply(presentationBannersMain)).items.map((banner) => banner.path)
  expect(await banners()).not.toContain('/en/category/sport')
  const shows = (await banners()).length
  expect(shows).toBeGreaterThan(0)
  for (const key of ['basketball-banner', 'rugby-gift'] as const)
    await operateSwitch(env.context, { key, isOn: true })
  env.clearCaches()
  expect(await banners()).toHaveLength(shows + 1)
  expect((await banners())[0]).toBe('/en/category/sport')
  const page = await env.reply(ownFrontPage)
  expect(page.banners.map((banner) => banner.title)).toEqual(['Basketball week'])
  expect(page.gift?.title).toBe('A gift for rugby fans')
  expect((await env.reply(ownSwitches)).items).toContainEqual({ key: 'rugby-gift', isOn: true })
  await operateSwitch(env.context, { key: 'basketball-banner', isOn: false })
  env.clearCaches()
  expect(await banners()).toHaveLength(shows)
  const log = await env.context.db
    .selectFrom('operator_log')
    .select(['subject', 'detail'])
    .where('action', '=', 'presentation.throw-switch')
    .orderBy('id')
    .execute()
  expect(log.at(-1)).toEqual({ subject: 'switch basketball-banner', detail: { isOn: false } })
  expect(log).toHaveLength(3)
})

test('every campaign has a page in both languages; unknown paths are not found', async () => {
  const paths = [
    '/tktclubinfo',
    '/onerepublic-visa',
    '/bruno-mars-visa',
    '/starring',
    '/starringgeorgia',
    '/30may',
    '/JTinfo',
  ]
  const below = [
    'constellation',
    'about-us',
    'this-is-us',
    'explore/travelers-delights',
    'explore/culinary-experience',
    'explore/transit-hub',
    'faq',
    'our-story',
    'checkout/success',
    'checkout/failure',
  ]
  for (const path of [...paths, ...below.map((name) => `/starring/${name}`)]) {
    const en = await env.reply(ownCampaignPage, { query: { path } })
    const ka = await env.reply(ownCampaignPage, { query: { path } }, { locale: 'ka' })
    expect(JSON.stringify(en), path).not.toMatch(georgian)
    expect(ka.title, path).toMatch(georgian)
    expect(en.blocks.length, path).toBeGreaterThan(1)
    expect(ka.blocks.map(({ type }) => type)).toEqual(en.blocks.map(({ type }) => type))
  }
  const { menu } = await env.reply(ownCampaignPage, { query: { path: '/starring/faq' } })
  expect(menu.map((page) => page.path)).toContain('/en/starring/our-story')
  expect(menu.map((page) => page.path)).not.toContain('/en/starring/checkout/success')
  for (const path of ['/starring/nothing', '/jtinfo'])
    expect(await env.refusal(ownCampaignPage, { query: { path } })).toBe('NotFound')
})

test('picks items in proportion to their weights', () => {
  const items = [
    { name: 'one', weight: 1 },
    { name: 'three', weight: 3 },
  ]
  const picked = Array.from({ length: 100 }, (_, share) => pickByWeight(items, share / 100)?.name)
  expect(picked.filter((name) => name === 'one')).toHaveLength(25)
  expect(pickByWeight([], 0.5)).toBeNull()
})
