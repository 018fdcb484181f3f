/** Goal: imported timetables and their real-time sources are sorted by each fact. Method: rendered markup. */
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { markupOf } from '../../../../tests/support/markup.ts'
import en from '../messages/en.json' with { type: 'json' }
import { FeedSources, KnownFeeds } from '../web/parts/feed-tables.tsx'

/** Titles of the headings that sort a table in the browser. */
const sortable = (html: string) =>
  [...html.matchAll(/<th scope="col"[^>]*><button[^>]*>([^<]+)/g)].map(([, title]) => title)

test('timetables are sorted by name, carriers, trips and time', () => {
  const feed = {
    name: 'railway',
    version: null,
    importedAt: null,
    carriers: [],
    trips: 3,
    alerts: 0,
  }
  const html = markupOf(createElement(KnownFeeds, { feeds: [feed] }), { timetable: en })
  expect(sortable(html)).toEqual([en.feedName, en.carriers, en.trips, en.importedAt])
})

test('sources are sorted by name, age and error, not by what they reported', () => {
  const at = '2026-12-05T10:00:00.000Z'
  const source = { feed: 'railway', host: 'railway.example', askedAt: at, answeredAt: null }
  const sources = [{ ...source, madeAt: null, trips: 0, alerts: 0, error: 'HTTP 500' }]
  const html = markupOf(createElement(FeedSources, { sources, now: at }), { timetable: en })
  expect(sortable(html)).toEqual([en.feedName, en.lastHeard, en.lastError])
})
