/**
 * Goal: stops of a night's journey across a border name the day and the clock of their times. Method: the
 * server-rendered part of the page.
 */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import en from '../messages/transport-en.json' with { type: 'json' }
import type { ShownSegment } from '../web/journey-data.ts'
import { JourneyLegs } from '../web/parts/journey-legs.tsx'

const stop = (name: string, at: string, timeZone: string): ShownSegment['from'] => ({
  name,
  at,
  expectedAt: at,
  timeZone,
  platform: null,
})

const segment: ShownSegment = {
  runId: 7,
  legFrom: 0,
  legTo: 3,
  mode: 'bus',
  carrier: 'Ortachala Lines',
  vehicle: 'Bus B1',
  headsign: 'Istanbul',
  from: stop('Tbilisi', '2026-12-11T17:00:00.000Z', 'Asia/Tbilisi'),
  to: stop('Istanbul', '2026-12-12T19:00:00.000Z', 'Europe/Istanbul'),
  stopsBetween: 1,
  sameVehicle: false,
  staysSeated: false,
  sale: 'open',
  saleOpensAt: null,
  alerts: [],
  classes: [],
}

function stopsOf(...shown: readonly ShownSegment[]): string[] {
  const html = renderToStaticMarkup(
    createElement(TextsProvider, {
      locale: 'en',
      modules: { transport: en },
      // oxlint-disable-next-line react/no-children-prop -- the provider's type asks for it
      children: createElement(JourneyLegs, { segments: shown }),
    }),
  )
  const words = html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|')
  return words.split('|').filter((word) => word !== '')
}

test('an arrival on another day by another clock says so', () => {
  const words = stopsOf(segment)
  expect(words.slice(words.indexOf('Istanbul'))).toEqual(['Istanbul', '+1 day', 'local time'])
})

test('a journey within a day has stops only', () => {
  const to = stop('Batumi', '2026-12-11T19:00:00.000Z', 'Asia/Tbilisi')
  expect(stopsOf({ ...segment, to }).at(-1)).toBe('Batumi')
})

test.each([
  [{ sameVehicle: true, staysSeated: true }, 'Stay on board: the same vehicle goes on'],
  [{ sameVehicle: true, staysSeated: false }, 'The same vehicle goes on, but you get another seat'],
  // Nobody has a seat in what is sold at the office only.
  [
    { sameVehicle: true, staysSeated: false, runId: null },
    'Stay on board: the same vehicle goes on',
  ],
])('between two segments %o is said as it is', (next, words) => {
  expect(stopsOf(segment, { ...segment, ...next })).toContain(words)
})
