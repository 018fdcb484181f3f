/**
 * Goal: passengers who may rebook see the available departures, the carrier's alerts and the deadline.
 * Method: server-rendered parts of the page.
 */
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import en from '../messages/transport-en.json' with { type: 'json' }
import type { RebookingView } from '../sale-contract.ts'
import { Rebooking } from '../web/parts/rebooking.tsx'

const stop = (name: string, at: string) => ({
  stopId: 1,
  name,
  placeCode: name.toLowerCase(),
  at,
  expectedAt: at,
  timeZone: 'Asia/Tbilisi',
  platform: null,
})

const offer: RebookingView['offers'][number] = {
  runId: 7,
  legFrom: 0,
  legTo: 3,
  brand: 'railway',
  mode: 'train',
  carrier: 'Georgian Railway',
  vehicle: 'Train 804',
  headsign: 'Batumi',
  from: stop('Tbilisi', '2026-12-05T13:10:00.000Z'),
  to: stop('Batumi', '2026-12-05T18:22:00.000Z'),
  stopsBetween: 2,
  sameVehicle: false,
  staysSeated: false,
  alerts: [
    {
      alertId: 3,
      effect: 'DETOUR',
      level: 'Warning',
      header: 'Works near Khashuri',
      description: 'Ten minutes longer.',
      url: 'https://example.ge/works',
      startsAt: null,
      endsAt: null,
      texts: {
        header: { ka: '', en: 'Works near Khashuri' },
        description: { ka: '', en: 'Ten minutes longer.' },
      },
    },
  ],
}

function written(rebooking: RebookingView): string {
  const page = createElement(Rebooking, { ticketIdentifier: 'T1', rebooking })
  const element: ReactElement = createElement(TextsProvider, {
    locale: 'en',
    modules: { transport: en },
    // oxlint-disable-next-line react/no-children-prop -- the provider's type asks for it
    children: page,
  })
  const router = createMemoryRouter([{ path: '/', element }])
  return renderToStaticMarkup(createElement(RouterProvider, { router }))
}

test('a cancelled departure: shows each offer with time, vehicle and the carrier’s alerts', () => {
  const html = written({
    reason: 'cancelled',
    until: null,
    ticketIdentifiers: ['T1', 'T2'],
    offers: [offer],
  })
  expect(html).toContain('This departure is cancelled')
  expect(html).toContain('moves both tickets')
  expect(html).toContain('17:10')
  // The accessible name begins with the visible label, for voice control; it includes the date because a
  // train runs daily.
  expect(html).toMatch(/aria-label="Take this one: [^"]*5 December[^"]*, 17:10, Train 804"/)
  expect(html).toContain('Works near Khashuri')
  expect(html).toContain('href="https://example.ge/works"')
})

test('a delayed departure: shows the deadline, and a message if there are no offers', () => {
  const html = written({
    reason: 'delayed',
    until: '2026-12-05T14:00:00.000Z',
    ticketIdentifiers: ['T1'],
    offers: [],
  })
  expect(html).toContain('This departure is very late')
  expect(html).toContain('18:00')
  expect(html).toContain('No other departure has enough seats')
})

test('an offer that is late has its expected time, and an arrival after midnight its day', () => {
  const { from, to } = offer
  const late = { ...from, expectedAt: '2026-12-05T13:50:00.000Z' }
  const night = { ...to, at: '2026-12-05T21:22:00.000Z', expectedAt: '2026-12-05T21:22:00.000Z' }
  const html = written({
    reason: 'cancelled',
    until: null,
    ticketIdentifiers: ['T1'],
    offers: [{ ...offer, from: late, to: night }],
  })
  expect(html).toMatch(/<s[^>]*>17:10<\/s>.*17:50/s)
  expect(html).toContain('+1 day')
})
