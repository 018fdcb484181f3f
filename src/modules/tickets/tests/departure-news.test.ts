/**
 * Goal: a list of orders and the page of an order say what has changed about a departure: another platform, a later
 * time, a cancellation; and of a night train on which day it arrives. Method: the parts are rendered to a string.
 */
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import type { SoldItemView } from '#modules/orders/item-contract.ts'
import en from '../messages/en.json' with { type: 'json' }
import type { TicketCardView } from '../shapes.ts'
import { ItemAbout } from '../web/parts/item-about.tsx'
import { SeatFacts } from '../web/parts/seat-facts.tsx'

type Journey = Extract<SoldItemView['about'], { kind: 'journey' }>

const stop = {
  name: 'Tbilisi',
  at: '2026-12-05T16:20:00.000Z',
  timeZone: 'Asia/Tbilisi',
  code: null,
  scheduledAt: null,
  platform: null,
  plannedPlatform: null,
}

function itemWith(from: Partial<Journey['from']>, changes: Partial<Journey> = {}): SoldItemView {
  const to = { ...stop, name: 'Yerevan', at: '2026-12-06T02:55:00.000Z' }
  const about: Journey = {
    kind: 'journey',
    from: { ...stop, ...from },
    to,
    carrier: 'Railway',
    vehicle: 'Train 371',
    travelClass: null,
    isCancelled: false,
    ...changes,
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts read nothing else of an item
  return { about } as SoldItemView
}

function rendered(part: ReactElement): string {
  const element = createElement(TextsProvider, {
    locale: 'en',
    modules: { tickets: en },
    // oxlint-disable-next-line react/no-children-prop -- the provider's type asks for it
    children: part,
  })
  return renderToStaticMarkup(element).replaceAll(/<[^>]+>/g, '|')
}

const written = (...of: Parameters<typeof itemWith>): string =>
  rendered(createElement(ItemAbout, { item: itemWith(...of) }))

/** Underscores are spaces at which no line ends. */
const linesOf = (...about: Parameters<typeof written>): string =>
  written(...about).replaceAll('\u00a0', '_')

test('an arrival on another day has its date, and lines end only after an arrow', () => {
  expect(linesOf({})).toContain('Tbilisi_20:20_→ Yerevan_6_December,_06:55')
  const to = { ...stop, name: 'Gardabani', at: '2026-12-05T17:30:00.000Z' }
  expect(linesOf({}, { to })).toContain('Tbilisi_20:20_→ Gardabani_21:30')
})

test('the name of a station is not broken at its hyphen', () => {
  const to = { ...stop, name: 'Batumi-Central', at: '2026-12-05T17:30:00.000Z' }
  expect(written({}, { to })).toContain('Batumi-\u2060Central\u00a0')
})

test('of flights there and back the second has its date', () => {
  const istanbul = { ...stop, name: 'Istanbul', timeZone: 'Europe/Istanbul' }
  const flight = (from: typeof stop, to: typeof stop) => ({
    from,
    to,
    carrier: 'Airline',
    flightNumber: 'TK 380',
    cabin: null,
  })
  const home = { ...istanbul, at: '2026-12-12T03:50:00.000Z' }
  const about = {
    kind: 'flight' as const,
    segments: [flight(stop, istanbul), flight(home, { ...stop, at: '2026-12-12T06:10:00.000Z' })],
  }
  const item = { about, startsAt: stop.at, timeZone: stop.timeZone } as SoldItemView
  const shown = rendered(createElement(ItemAbout, { item })).replaceAll('\u00a0', ' ')
  expect(shown).toContain('|Tbilisi 20:20 → Istanbul 19:20||Airline TK 380|')
  expect(shown).toContain('|12 December: Istanbul 06:50 → Tbilisi 10:10||Airline TK 380|')
})

test('another platform is said beside the one of the timetable', () => {
  expect(written({ platform: '2' })).toContain('|Platform 2|')
  const changed = written({
    platform: '4',
    plannedPlatform: '2',
    scheduledAt: '2026-12-05T16:00:00.000Z',
  })
  expect(changed).toContain('|Platform 4 instead of 2|')
  expect(changed).toContain('|Leaves at 20:20 instead of 20:00|')
})

test('of a cancelled departure nothing else is news', () => {
  const cancelled = written({ platform: '4', plannedPlatform: '2' }, { isCancelled: true })
  expect(cancelled).toContain('|Cancelled|')
  expect(cancelled).not.toContain('Platform')
})

test('a ticket shows the platform as large as the seat, unless it does not run', () => {
  const facts = (isCancelled: boolean) => {
    const event = { isCancelled }
    const ticket = { item: itemWith({ platform: '4' }), event, row: null, seat: '12', names: null }
    return rendered(createElement(SeatFacts, { ticket: ticket as unknown as TicketCardView }))
  }
  expect(facts(false)).toMatch(/Platform\|+4\|.*Seat\|+12\|/)
  expect(facts(true)).not.toContain('Platform')
})
