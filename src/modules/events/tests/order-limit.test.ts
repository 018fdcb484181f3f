/** Goal: the limit of an order names what is chosen. Method: the server-rendered text for tables and for seats. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import type { EventMapView } from '../contract.ts'
import shows from '../messages/shows-en.json' with { type: 'json' }
import { useOrderLimit } from '../web/parts/use-order-limit.ts'

function Limit({ table }: { table: object | null }) {
  const map = { ticketTypes: [{ table }] } as unknown as EventMapView
  return useOrderLimit(map, 3)
}

test.each([
  ['tables', { seats: 4 }, 'At most 3 tables in one order.'],
  ['tickets', null, 'At most 3 tickets in one order.'],
])('%s', (_, table, words) => {
  const props = { locale: 'en' as const, modules: { shows }, children: null }
  const page = createElement(TextsProvider, props, createElement(Limit, { table }))
  expect(renderToStaticMarkup(page)).toBe(words)
})
