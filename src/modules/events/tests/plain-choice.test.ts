/** Goal: dates chosen without scripts are told in the time of their venue. Method: the server-rendered form. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import texts from '../messages/queue-pass-en.json' with { type: 'json' }
import { PlainChoice } from '../web/parts/plain-choice.tsx'

test('a concert in London begins at its hour there, and its price comes before the venue', () => {
  const date = {
    eventId: 7,
    fromDate: '2027-02-12T19:30:00.000Z',
    timeZone: 'Europe/London',
    venueName: 'Union Chapel',
    minPrice: 45,
    currency: 'GBP' as const,
  }
  const page = createElement(
    MemoryRouter,
    { initialEntries: ['/en'] },
    createElement(PlainChoice, { dates: [date] }),
  )
  const props = { locale: 'en' as const, modules: { queuePass: texts }, children: null }
  const markup = renderToStaticMarkup(createElement(TextsProvider, props, page))
  expect(markup).toMatch(/>Fri, 12 Feb · 19:30, from [^<]*45[^<]*, Union Chapel</)
})
