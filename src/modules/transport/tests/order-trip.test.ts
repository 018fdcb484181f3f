/**
 * Goal: whoever fills in passengers sees which journeys they are for, and what they cost. Method: server-rendered part of
 * the page.
 */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import { money } from '#kernel/money.ts'
import en from '../messages/transport-en.json' with { type: 'json' }
import type { JourneyOrderView } from '../shapes.ts'
import { OrderTrip } from '../web/parts/order-trip.tsx'

type Segment = JourneyOrderView['segments'][number]

function segment(from: readonly [string, string], to: readonly [string, string]): Segment {
  const stop = ([name, at]: readonly [string, string]) => ({
    stopId: 1,
    name,
    placeCode: name.toLowerCase(),
    at,
    expectedAt: at,
    timeZone: 'Asia/Tbilisi',
    platform: null,
  })
  return {
    direction: 0,
    segment: {
      runId: 7,
      legFrom: 0,
      legTo: 3,
      brand: 'railway',
      mode: 'train',
      carrier: 'Georgian Railway',
      vehicle: 'Train 802',
      headsign: to[0],
      from: stop(from),
      to: stop(to),
      stopsBetween: 2,
      sameVehicle: false,
      staysSeated: false,
      alerts: [],
    },
    tickets: [],
    baggage: [],
    seatChanges: [],
  }
}

function written(...segments: readonly Segment[]): string {
  const order = { segments: [...segments], total: money(17_360) }
  return renderToStaticMarkup(
    createElement(TextsProvider, {
      locale: 'en',
      modules: { transport: en },
      // oxlint-disable-next-line react/no-children-prop -- the provider's type asks for it
      children: createElement(OrderTrip, { order }),
    }),
  )
}

test('names the stops, day, times and vehicle of each journey, and the total', () => {
  const html = written(
    segment(['Tbilisi', '2026-12-07T04:00:00.000Z'], ['Batumi', '2026-12-07T09:12:00.000Z']),
    segment(['Batumi', '2026-12-09T19:00:00.000Z'], ['Tbilisi', '2026-12-10T01:15:00.000Z']),
  )
  expect(html.indexOf('Tbilisi → Batumi')).toBeLessThan(html.indexOf('Batumi → Tbilisi'))
  expect(html).toContain('Monday, 7 December')
  expect(html).toContain('08:00 – 13:12')
  // An arrival on another day has its date.
  expect(html).toContain('23:00 – 10 December, 05:15')
  expect(html).toContain('Train 802')
  expect(html).toMatch(/173\.60/)
})
