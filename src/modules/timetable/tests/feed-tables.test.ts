/** Goal: imported timetables and their real-time sources are sorted by each fact. Method: rendered markup. */
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { markupOf } from '../../../../tests/support/markup.ts'
import en from '../messages/en.json' with { type: 'json' }
import { FeedSources, KnownFeeds } from '../web/parts/feed-tables.tsx'
import { FeedReport } from '../web/parts/feed-report.tsx'

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
    firstDay: '2026-11-01',
    lastDay: '2027-06-30',
    isOver: false,
  }
  const html = markupOf(createElement(KnownFeeds, { feeds: [feed] }), { timetable: en })
  expect(sortable(html)).toEqual([en.feedName, en.carriers, en.trips, en.validity, en.importedAt])
  expect(html).not.toContain(en.feedOver)
  const over = markupOf(createElement(KnownFeeds, { feeds: [{ ...feed, isOver: true }] }), {
    timetable: en,
  })
  expect(over).toContain(en.feedOver)
})

test('sources are sorted by name, age and error, not by what they reported', () => {
  const at = '2026-12-05T10:00:00.000Z'
  const source = { feed: 'railway', host: 'railway.example', askedAt: at, answeredAt: null }
  const nothingRead = { madeAt: null, trips: 0, alerts: 0, passedOver: {}, otherVersion: null }
  const sources = [{ ...source, ...nothingRead, error: 'HTTP 500' }]
  const html = markupOf(createElement(FeedSources, { sources, now: at }), { timetable: en })
  expect(sortable(html)).toEqual([en.feedName, en.lastHeard, en.lastError])
})

test('a report has a row for each kind of notice, errors first, with its number and examples', () => {
  const notice = (severity: 'error' | 'warning', code: string, line: number) => ({
    severity,
    code,
    file: 'stops.txt',
    line,
    field: 'stop_name',
    value: `value ${line}`,
  })
  const warnings = Array.from({ length: 50 }, (_, index) =>
    notice('warning', 'unusable_trip', index + 2),
  )
  const report = {
    rows: 900,
    isSame: false,
    errors: 1,
    notices: [...warnings, notice('error', 'invalid_character', 7)],
    noticeCounts: [
      { file: 'stops.txt', code: 'unusable_trip', count: 800 },
      { file: 'stops.txt', code: 'invalid_character', count: 1 },
    ],
    changes: {},
    trips: { added: 0, changed: 0, removed: 0, unchanged: 0, renamed: 0 },
    runsRemoved: 0,
    soldRuns: [],
    soldRunCounts: { same: 0, moved: 0, kept: 0, cancelled: 0, asked: 0 },
  }
  const html = markupOf(createElement(FeedReport, { report }), { timetable: en })
  const rows = [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) => row).slice(1)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toContain(en.severityError)
  expect(rows[0]).toContain('rules.html#invalid_character-rule')
  expect(rows[0]).toContain('line 7 stop_name “value 7”')
  expect(rows[1]).toContain('>800<')
  expect(rows[1]?.match(/<li>/g)).toHaveLength(5)
  expect(rows[1]).toContain('and 795 more')
})
