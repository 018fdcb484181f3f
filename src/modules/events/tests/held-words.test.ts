/**
 * Goal: a page says of held tickets that they are being bought, and until when; of sold ones that they are sold out. Method:
 * the server-rendered list of ticket types and the note, in both languages.
 */
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import type { EventMapView } from '../contract.ts'
import eventsEn from '../messages/en.json' with { type: 'json' }
import eventsKa from '../messages/ka.json' with { type: 'json' }
import showsEn from '../messages/shows-en.json' with { type: 'json' }
import showsKa from '../messages/shows-ka.json' with { type: 'json' }
import { AllHeld } from '../web/parts/all-held.tsx'
import { TicketTypes } from '../web/parts/ticket-types.tsx'
import type { Chosen } from '../web/parts/use-choice.ts'

const until = '2027-03-20T15:45:00Z'

const texts = {
  ka: { shows: { ...eventsKa, ...showsKa } },
  en: { shows: { ...eventsEn, ...showsEn } },
}

function shown(locale: 'ka' | 'en', child: ReactNode): string {
  const props = { locale, modules: texts[locale], children: null }
  const page = createElement(TextsProvider, props, child)
  return renderToStaticMarkup(page).replaceAll(/<[^>]*>/g, ' ')
}

function types(locale: 'ka' | 'en', { left, isHeld }: { left: number; isHeld: boolean }): string {
  const price = { amount: 1_000, currency: 'GEL' as const }
  const type = { ticketTypeId: 1, poolId: 1, name: 'X', isActive: true, parts: [] }
  const map = {
    placesPerOrderMax: 10,
    pools: [{ poolId: 1, left }],
    heldUntil: { everything: null, pools: isHeld ? [{ poolId: 1, until }] : [] },
    exclusiveTypes: [],
    ticketTypes: [
      { ...type, price, total: price, fee: { ...price, amount: 0 }, perOrderMax: null },
    ],
  } as unknown as EventMapView
  const chosen = {
    choice: { seats: [], quantities: new Map() },
    lines: [],
    count: 0,
  } as unknown as Chosen
  return shown(locale, createElement(TicketTypes, { map, chosen }))
}

test.each([
  ['en', 'Being bought just now, the first until 19:45', 'Sold out'],
  ['ka', 'ახლა სხვები ყიდულობენ, პირველი 19:45-მდე', eventsKa.soldOut],
] as const)('a kind of ticket, %s', (locale, held, sold) => {
  const [whileHeld, afterwards] = [true, false].map((isHeld) => types(locale, { left: 0, isHeld }))
  expect(whileHeld).toContain(held)
  expect(whileHeld).not.toContain(sold)
  expect(afterwards).toContain(sold)
  expect(types(locale, { left: 2, isHeld: false })).not.toContain(sold)
})

test.each([
  ['en', 'All places are being bought just now', '19:45'],
  ['ka', 'ახლა ყველა ადგილს სხვები ყიდულობენ', '19:45-ზე'],
] as const)('everything, %s', (locale, title, time) => {
  const note = shown(locale, createElement(AllHeld, { until, eventId: 1, alertName: undefined }))
  expect(note).toContain(title)
  expect(note).toContain(time)
})
