/**
 * Goal: a back office names each state of an order in words, a paid order that was passed on too, which was called unpaid.
 * Method: the mark of every state of the contract is rendered in both languages.
 */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { TextsProvider } from '#design/texts.tsx'
import { OrderStatusMark } from '../web/parts/order-status.tsx'

function shown(name: string, locale: 'ka' | 'en'): string {
  const props = { locale, modules: {}, children: null }
  const markup = renderToStaticMarkup(
    createElement(TextsProvider, props, createElement(OrderStatusMark, { name })),
  )
  return markup.replaceAll(/<[^>]*>/g, '')
}

test('each state has words of its own in both languages', () => {
  const names = Object.keys(orderStatus)
  for (const locale of ['ka', 'en'] as const) {
    const labels = names.map((name) => shown(name, locale))
    expect(new Set(labels).size).toBe(names.length)
    if (locale === 'ka') for (const label of labels) expect(label).toMatch(/^[ა-ჰ ]+$/)
  }
  expect(shown('Processed', 'en')).toBe('Paid')
  expect(shown('Transferred', 'en')).toBe('Passed on')
})

test('a state of a later version is shown by its name', () => {
  expect(shown('Postponed', 'en')).toBe('Postponed')
})
