/**
 * Goal: a change that is refused offers no fields that could not make it possible. Method: the server-rendered part of the
 * page, without a quote.
 */
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { TextsProvider } from '#design/texts.tsx'
import en from '../messages/transport-en.json' with { type: 'json' }
import type { ChangePage } from '../web/change-data.ts'
import { ChosenChange } from '../web/parts/chosen-change.tsx'

test('says why, without fields', () => {
  const classes = ['second', 'first'].map((classCode) => ({ classCode, name: classCode }))
  const chosen = {
    quote: null,
    refusal: 'This ticket can no longer be changed.',
    otherClasses: null,
    plan: null,
    journey: { segments: [{ classes }] },
  }
  const choice = { to: '8.0.1', classCode: null, placeId: null, preference: null, bags: null }
  const page = {
    ticket: { ticketIdentifier: 'T1' },
    choice,
    ownKey: '7.0.1',
    date: '2026-12-05',
    chosen,
  } as unknown as ChangePage
  const element: ReactElement = createElement(TextsProvider, {
    locale: 'en',
    modules: { transport: en },
    // oxlint-disable-next-line react/no-children-prop -- the provider's type asks for it
    children: createElement(ChosenChange, {
      page,
      chosen: chosen as unknown as NonNullable<ChangePage['chosen']>,
    }),
  })
  const router = createMemoryRouter([{ path: '/', element }])
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }))
  expect(html).toContain('can no longer be changed')
  expect(html).toContain(en.changeOtherDeparture)
  expect(html).not.toContain('<select')
})
