/**
 * Goal: groups, offers and private shows appear exactly where they belong. Method: the demo's own, through every
 * list, page and search.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  catalogueEventsDay,
  catalogueEventsTop,
  catalogueEventsUpcoming,
  ownCategoryPage,
  ownEventPage,
  ownHomePage,
  ownShowPage,
  presentationGenerateCalendar,
  showsInfo,
  showsList,
  showsShortUrl,
} from '../contract.ts'
import { eventsOlderPassed } from '../passed-contract.ts'
import { showsGet, showsNew } from '#modules/events/shows-contract.ts'
import { openCatalogueEnv, type CatalogueEnv } from './support.ts'

let env: CatalogueEnv
beforeAll(async () => {
  env = await openCatalogueEnv()
})
afterAll(() => env.close())

test('a group gathers its shows with their dates, and they say so', async () => {
  const group = await env.reply(ownShowPage, { query: { slug: 'winter-for-children' } })
  expect(group.show).toMatchObject({ type: 2, events: [] })
  expect(group.members.map(({ item }) => item.slug)).toEqual([
    'natsarkekia',
    'the-space-tale',
    'bubble-laboratory',
    'butterfly-and-wind',
  ])
  for (const { item, events } of group.members) expect(events).toHaveLength(item.eventCount)
  const member = await env.reply(ownShowPage, { query: { slug: 'the-space-tale' } })
  expect(member.members).toEqual([])
  expect(member.show.events.length).toBeGreaterThan(0)
  const kids = await env.reply(ownCategoryPage, { query: { slug: 'kids' } })
  for (const groups of [member.groups, kids.groups]) {
    expect(groups.map((item) => item.slug)).toEqual(['winter-for-children'])
    const count = group.members.reduce((sum, { events }) => sum + events.length, 0)
    expect(groups[0]?.eventCount).toBe(count)
  }
})

test('an offer is good until its end, and of no day', async () => {
  const { items } = await env.reply(showsList)
  const offer = items.find((item) => item.slug === 'breakfast-by-the-sea')
  expect(offer).toMatchObject({ showType: 3, categoryKind: 3, minPrice: 39.9, isSoldOut: false })
  const { show } = await env.reply(ownShowPage, { query: { slug: 'breakfast-by-the-sea' } })
  expect(show.events).toMatchObject([
    {
      validFrom: '2026-12-01T10:00:00.000Z',
      fromDate: '2027-01-30T08:00:00.000Z',
      saleState: 'OnSale',
    },
  ])
  const lastDay = await env.reply(catalogueEventsDay, { query: { date: '2027-01-30' } })
  expect(lastDay.items.map((item) => item.slug)).not.toContain('breakfast-by-the-sea')
  const { show: play } = await env.reply(ownShowPage, { query: { slug: 'the-kings-garden' } })
  expect(play.events[0]?.validFrom).toBeNull()
})

test('an hour abroad is that of the wall there', async () => {
  const { show } = await env.reply(ownShowPage, { query: { slug: 'caucasus-suite-vienna' } })
  expect(show.events[0]).toMatchObject({
    fromDate: '2026-12-25T18:30:00.000Z',
    timeZone: 'Europe/Vienna',
    currency: 'EUR',
    minPrice: 30.45,
  })
})

test('private shows are in no list, and open by their key alone', async () => {
  const slug = 'hamlet-90'
  const { show } = await env.reply(ownShowPage, {
    query: { slug, previewKey: 'hamlet-rehearsal' },
  })
  const { showId } = show
  const eventId = show.events[0]?.eventId ?? 0
  const lists: { slug: string }[] = []
  const home = await env.reply(ownHomePage)
  for (const row of [home.today, home.tomorrow, home.weekend, home.top, home.pinned, home.newest])
    lists.push(...row)
  for (const row of home.byCategory) lists.push(...row.items)
  lists.push(...(await env.reply(catalogueEventsUpcoming)).items)
  lists.push(...(await env.reply(catalogueEventsTop, { query: { topEventCount: 50 } })).items)
  lists.push(...(await env.reply(eventsOlderPassed)).items)
  lists.push(...(await env.reply(showsList)).items)
  lists.push(...(await env.reply(showsNew)).items)
  lists.push(...(await env.reply(ownCategoryPage, { query: { slug: 'theatre' } })).items)
  const day = show.events[0]?.fromDate.slice(0, 10)
  lists.push(...(await env.reply(catalogueEventsDay, { query: { date: day } })).items)
  expect(lists.length).toBeGreaterThan(100)
  expect(lists.map((item) => item.slug)).not.toContain(slug)
  for (const previewKey of [undefined, 'wrong']) {
    expect(await env.refusal(ownShowPage, { query: { slug, previewKey } })).toBe('NotFound')
    expect(await env.refusal(ownEventPage, { query: { eventId, previewKey } })).toBe('NotFound')
    expect(await env.refusal(showsGet, { query: { itemId: showId, previewKey } })).toBe('NotFound')
    expect((await env.reply(showsNew, { query: { itemId: showId, previewKey } })).items).toEqual([])
  }
  for (const itemType of ['Show', 'Event'])
    expect(
      await env.refusal(showsInfo, {
        query: { itemId: itemType === 'Show' ? showId : eventId, itemType },
      }),
    ).toBe('NotFound')
  expect(await env.refusal(presentationGenerateCalendar, { query: { eventId } })).toBe('NotFound')
  expect(await env.refusal(showsShortUrl, { query: { shortUrl: slug } })).toBe('NotFound')
})
