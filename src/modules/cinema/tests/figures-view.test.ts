/** Goal: charts of occupancy are scaled to the capacity, charts of revenue to the largest. Method: rendered bars. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import { money } from '#kernel/money.ts'
import texts from '../messages/office-en.json'
import { FiguresView } from '../web/office/figures-view.tsx'

test('an auditorium sold to a fifth has a bar of a fifth', () => {
  const use = {
    screenings: 1,
    sold: 20,
    capacity: 100,
    boxOffice: money(40_000),
    reduced: money(0),
  }
  const figures = {
    cinemaId: 1,
    cinemas: [{ cinemaId: 1, name: 'Apollo' }],
    from: '2026-05-01',
    to: '2026-05-02',
    totals: { ...use, bar: money(0), barReduced: money(0) },
    days: [{ ...use, date: '2026-05-01' }],
    films: [{ ...use, filmId: 1, name: 'Repentance' }],
    halls: [{ ...use, hallId: 1, name: 'Hall 1' }],
    hours: [{ ...use, hour: 20 }],
    waiting: [],
    differences: [],
  }
  const view = createElement(FiguresView, { figures })
  const page = createElement(MemoryRouter, { initialEntries: ['/en'] }, view)
  const props = { locale: 'en' as const, modules: { cinemaOffice: texts }, children: null }
  const markup = renderToStaticMarkup(createElement(TextsProvider, props, page))
  // By hall and by film; by day and by hour. The revenue has a chart of each kind.
  expect(markup.match(/width:20%/g)).toHaveLength(2)
  expect(markup.match(/height:20%/g)).toHaveLength(2)
  expect(markup.match(/(?:width|height):100%/g)).toHaveLength(2)
})
