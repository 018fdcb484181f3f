/**
 * Goal: a list of orders and the page of an order say what has changed about a departure: another platform, a later
 * time, a cancellation; and of a night train on which day it arrives. Method: the parts are rendered to a string.
 */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import type { SoldItemView } from '#modules/orders/item-contract.ts'
import en from '../messages/en.json' with { type: 'json' }
import { ItemAbout } from '../web/parts/item-about.tsx'

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

function written(from: Partial<Journey['from']>, changes: Partial<Journey> = {}): string {
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part reads nothing else of an item
  const item = { about } as SoldItemView
  const element = createElement(TextsProvider, {
    locale: 'en',
    modules: { tickets: en },
    // oxlint-disable-next-line react/no-children-prop -- the provider's type asks for it
    children: createElement(ItemAbout, { item }),
  })
  return renderToStaticMarkup(element).replaceAll(/<[^>]+>/g, '|')
}

test('an arrival on another day has its date', () => {
  expect(written({})).toContain('Tbilisi 20:20 → Yerevan 6 December, 06:55')
  const to = { ...stop, name: 'Gardabani', at: '2026-12-05T17:30:00.000Z' }
  expect(written({}, { to })).toContain('Tbilisi 20:20 → Gardabani 21:30')
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
