/**
 * Goal: a page of a day has the same bytes until something that it shows changes, so that browsers that have it get no
 * other. Method: the page's loader within a minute and after it.
 */
import { RouterContextProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { serverCallsContext, type ServerCalls } from '#design/data/server-calls.ts'
import type { Call } from '#contract/call.ts'
import { findJourneys, findPlaces, journeyCalendar } from '../contract.ts'
import { loadSearchPage } from '../web/pages/search.tsx'

afterEach(() => vi.useRealTimers())

const place = (placeCode: string) => ({
  placeCode,
  name: placeCode,
  brands: [],
  latitude: 41,
  longitude: 44,
})

const replies = new Map<string, unknown>([
  [findPlaces.id, { places: [place('tbilisi')], nearby: [] }],
  [journeyCalendar.id, { days: [] }],
  [
    findJourneys.id,
    {
      from: place('tbilisi'),
      to: place('batumi'),
      date: '2026-12-05',
      journeys: [],
      previousDate: null,
      nextDate: null,
    },
  ],
])

async function loadedAt(now: string) {
  vi.setSystemTime(now)
  const context = new RouterContextProvider()
  const send = (call: Call): Promise<unknown> => Promise.resolve(replies.get(call.id))
  context.set(serverCallsContext, { locale: 'en', send } as unknown as ServerCalls)
  const url = new URL('http://shop.test/en/transport/search?from=tbilisi&to=batumi&date=2026-12-05')
  const args = { url, context, params: {}, request: new Request(url), pattern: '' }
  return loadSearchPage(args as unknown as Parameters<typeof loadSearchPage>[0])
}

test('pages of the same minute with the same journeys are the same', async () => {
  vi.useFakeTimers()
  const first = await loadedAt('2026-12-01T10:00:01.250Z')
  expect(await loadedAt('2026-12-01T10:00:59.900Z')).toEqual(first)
  const next = await loadedAt('2026-12-01T10:01:00.000Z')
  expect(next).toEqual({ ...first, now: '2026-12-01T10:01:00.000Z' })
})

test('of places only what the form shows is sent', async () => {
  const { from, places } = await loadedAt('2026-12-01T10:00:00.000Z')
  const tbilisi = { placeCode: 'tbilisi', name: 'tbilisi' }
  expect([from, ...places]).toEqual([tbilisi, tbilisi])
})
