/**
 * Goal: the log of changes shows fields and values in words, in both languages, and no JSON. Method: the pure function
 * behind it on values that are logged.
 */
import { expect, test } from 'vitest'
import { formatMoney } from '#kernel/format.ts'
import english from '../messages/en.json' with { type: 'json' }
import georgian from '../messages/ka.json' with { type: 'json' }
import { factsInWords } from '../web/log-facts.ts'

const sayIn = (texts: Readonly<Record<string, string>>) => (key: string) => texts[key] ?? key
const logged = {
  role: 'box-office',
  countedMinor: 12_050,
  isOnSale: false,
  expiresAt: null,
  sendAt: '2026-12-01T10:00:00.000Z',
  permissions: ['figures', 'orders'],
  items: [{ source: 'event', itemId: 145 }],
  placeIds: Array.from({ length: 14 }, (_, index) => index + 1),
  salesCloseAt: 'never',
}

test('fields and values are in English words', () => {
  const facts = factsInWords(logged, 'en', sayIn(english))
  expect(facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'role: Box office',
    `cash counted: ${formatMoney('en', { amount: 12_050, currency: 'GEL' })}`,
    'on sale: no',
    'expires: none',
    expect.stringContaining('sent on: '),
    'permissions: figures, orders',
    'dates: source: event, number: 145',
    'places: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 … +2',
    'sales close at: never',
  ])
})

test('in Georgian every known field has a name, and nothing is JSON', () => {
  const facts = factsInWords(logged, 'ka', sayIn(georgian))
  for (const { name, value } of facts) expect(`${name} ${value}`).not.toMatch(/[{}[\]"]/)
  expect(facts.slice(0, 4).map(({ name }) => name)).toEqual([
    'როლი',
    'დათვლილი ნაღდი ფული',
    'იყიდება',
    'ვადა',
  ])
})
