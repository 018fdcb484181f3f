/**
 * Goal: departures that have left are collapsed; one whose sale the carrier has stopped stays in the list of its day and
 * says so; those much too early for an event are collapsed. Method: server-rendered results of a search.
 */
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import en from '../messages/transport-en.json' with { type: 'json' }
import type { JourneyView } from '../contract.ts'
import { oneAdult, readSearch } from '../web/address.ts'
import { Departures } from '../web/parts/departures.tsx'
import { writeJourneys } from '../web/journey-data.ts'
import { openSearch, type SearchPage } from '../web/search-data.ts'

const now = '2026-12-05T10:00:00.000Z'

function stop(name: string, at: string, expectedAt: string) {
  const place = { stopId: 1, placeCode: name.toLowerCase(), timeZone: 'Asia/Tbilisi' }
  return { ...place, name, at, expectedAt, platform: null }
}

function journey(departsAt: string, sale: JourneyView['sale'], expectedAt = departsAt) {
  const arrivesAt = new Date(Date.parse(departsAt) + 3_600_000).toISOString()
  const times = { departsAt, arrivesAt, durationMinutes: 60, changes: 0 }
  return {
    ...times,
    journeyKey: `${Date.parse(departsAt)}.0.1`,
    sale,
    priceFrom: sale === 'open' ? { amount: 1_000, currency: 'GEL' as const } : null,
    segments: [
      {
        runId: 7,
        legFrom: 0,
        legTo: 1,
        brand: 'railway' as const,
        mode: 'train' as const,
        carrier: 'Georgian Railway',
        vehicle: 'Train 804',
        headsign: 'Batumi',
        from: stop('Tbilisi', departsAt, expectedAt),
        to: stop('Batumi', arrivesAt, arrivesAt),
        stopsBetween: 0,
        sameVehicle: false,
        staysSeated: false,
        alerts: [],
        sale,
        saleOpensAt: null,
        classes: [],
      },
    ],
  } satisfies JourneyView
}

function written(
  date: string,
  journeys: readonly JourneyView[],
  days: SearchPage['days'] = [],
  before: string | null = null,
) {
  const page = openSearch({
    brand: null,
    search: {
      ...readSearch(new URLSearchParams()),
      from: 'tbilisi',
      to: 'batumi',
      date,
      riders: oneAdult,
      before,
    },
    step: 'there',
    today: '2026-12-05',
    now,
    from: null,
    to: null,
    journeys: writeJourneys(journeys),
    previousDate: null,
    nextDate: null,
    days,
    chosen: { there: null, back: null },
    types: [],
    places: [],
  })
  const element: ReactElement = createElement(TextsProvider, {
    locale: 'en',
    modules: { transport: en },
    // oxlint-disable-next-line react/no-children-prop -- the provider's type asks for it
    children: createElement(Departures, { page }),
  })
  const router = createMemoryRouter([{ path: '/', element }])
  return renderToStaticMarkup(createElement(RouterProvider, { router }))
}

test('a stopped sale of a future day is listed with its state, not as gone', () => {
  const html = written('2026-12-09', [
    journey('2026-12-09T06:00:00.000Z', 'open'),
    journey('2026-12-09T08:00:00.000Z', 'closed'),
  ])
  expect(html).toContain('Sales have closed')
  expect(html).not.toContain('Earlier today')
  const alone = written('2026-12-09', [journey('2026-12-09T08:00:00.000Z', 'closed')])
  expect(alone).toContain('Sales have closed')
  expect(alone).not.toContain('Earlier today')
})

test('only what has left today is collapsed, by the expected time', () => {
  const html = written('2026-12-05', [
    journey('2026-12-05T06:00:00.000Z', 'closed'),
    journey('2026-12-05T09:30:00.000Z', 'closed', '2026-12-05T10:30:00.000Z'),
    journey('2026-12-05T14:00:00.000Z', 'closed'),
  ])
  expect(html).toContain('Earlier today (1)')
})

test('an alert of free seats is offered unless every departure is sold at the office only', () => {
  const office = journey('2026-12-09T06:00:00.000Z', 'office')
  const alone = written('2026-12-09', [office])
  expect(alone).toContain('Sold at the ticket office only')
  expect(alone).not.toContain(en.watchTitle)
  const full = journey('2026-12-09T08:00:00.000Z', 'full')
  expect(written('2026-12-09', [office, full])).toContain(en.watchTitle)
  expect(written('2026-12-09', [])).toContain(en.watchTitle)
})

test('a day without anything on sale says why: only what is full is sold out', () => {
  const day = { date: '2026-12-09', departures: 2, lowestPrice: null }
  const note = (sale: JourneyView['sale']) => written('2026-12-09', [], [{ ...day, sale }])
  expect(note('closed')).toContain('>closed<')
  expect(note('full')).toContain('>sold out<')
  // Departures have seats, but none for these passengers.
  expect(note('open')).toContain('>no room<')
  expect(note('office')).toContain('>office only<')
  expect(note('not-yet')).toContain('>not on sale yet<')
  expect(note('cancelled')).toContain('>cancelled<')
})

test('a departure with seats that these passengers cannot take is not sold out', () => {
  const open = journey('2026-12-09T06:00:00.000Z', 'open')
  const full = { ...open, sale: 'full' as const, priceFrom: null }
  expect(written('2026-12-09', [full])).toContain(`>${en.saleOthers}<`)
  expect(written('2026-12-09', [journey('2026-12-09T06:00:00.000Z', 'full')])).toContain(
    `>${en.sale_full}<`,
  )
})

test('the name of a station is not broken at its hyphen', () => {
  const plain = journey('2026-12-09T06:00:00.000Z', 'open')
  const segments = plain.segments.map((one) => ({
    ...one,
    to: { ...one.to, name: 'Batumi-Central' },
  }))
  const html = written('2026-12-09', [{ ...plain, segments }])
  expect(html).toContain('>Batumi-\u2060Central<')
  expect(html).not.toContain('Batumi-Central')
})

test('what is not on sale yet says from when, or only that', () => {
  const later = journey('2026-12-09T06:00:00.000Z', 'not-yet')
  expect(written('2026-12-09', [later])).toContain('>Not on sale yet<')
  const saleOpensAt = '2026-12-07T06:00:00.000Z'
  const opening = { ...later, segments: later.segments.map((one) => ({ ...one, saleOpensAt })) }
  expect(written('2026-12-09', [opening])).toMatch(/On sale from [^<]*7 Dec/)
})

test('a connection whose every journey has a change leads to the days next to it', () => {
  const direct = journey('2026-12-09T06:00:00.000Z', 'open')
  const segments = direct.segments.flatMap((one) => [one, { ...one, runId: 8 }])
  const changing = { ...direct, changes: 1, segments }
  expect(written('2026-12-09', [changing])).toContain('date=2026-12-10')
  expect(written('2026-12-09', [direct])).not.toContain('date=2026-12-10')
})

test('to an event those that arrive long before it are collapsed, unless all do', () => {
  const [night, evening] = [
    journey('2026-12-08T21:00:00.000Z', 'open'),
    journey('2026-12-09T12:00:00.000Z', 'open'),
  ]
  const early = 'Arriving more than 6 hours early (1)'
  const begins = '2026-12-09T15:00:00.000Z'
  expect(written('2026-12-09', [night, evening], [], begins)).toContain(early)
  expect(written('2026-12-09', [night], [], begins)).not.toContain('hours early')
  expect(written('2026-12-09', [night, evening])).not.toContain('hours early')
})

test('direct journeys alone are offered where there are others too', () => {
  const direct = journey('2026-12-09T06:00:00.000Z', 'open')
  const segments = direct.segments.flatMap((one) => [one, { ...one, runId: 8 }])
  const changing = { ...direct, journeyKey: '2.0.1', changes: 1, segments }
  expect(written('2026-12-09', [direct, changing])).toContain('Direct only')
  expect(written('2026-12-09', [direct])).not.toContain('Direct only')
  expect(written('2026-12-09', [changing])).not.toContain('Direct only')
})
