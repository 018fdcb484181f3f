/**
 * Goal: the log of changes shows fields and values in words, in both languages, and no JSON. Method: the pure function
 * behind it on values that are logged.
 */
import { expect, test } from 'vitest'
import { formatMoney } from '#kernel/format.ts'
import english from '../messages/en.json' with { type: 'json' }
import georgian from '../messages/ka.json' with { type: 'json' }
import { formatText, type TextValues } from '#kernel/texts.ts'
import { factsInWords } from '../log-facts.ts'
import { subjectInWords } from '../log-subject.ts'

const sayIn =
  (texts: Readonly<Record<string, string>>, language: 'ka' | 'en' = 'en') =>
  (key: string, values?: TextValues) =>
    formatText(language, texts[key] ?? key, values)
const names = {
  'event 145': { name: 'Swan Lake, 5 Dec', path: '/merchant/dates/145' },
  'vehicle 3': { name: 'Night train', path: null },
  'venue opera': { name: 'Opera House', path: null },
}
const logged = {
  role: 'box-office',
  countedMinor: 12_050,
  isOnSale: false,
  expiresAt: null,
  sendAt: '2026-12-01T10:00:00.000Z',
  permissions: ['figures', 'orders'],
  items: [
    { source: 'event', itemId: 145, legFrom: 0, legTo: 1 },
    { source: 'transport', itemId: 7, legFrom: 0, legTo: 1 },
  ],
  vehicleTypeId: 3,
  venue: 'opera',
  refund: { kind: 'usual', tiers: [] },
  placeIds: Array.from({ length: 14 }, (_, index) => index + 1),
  salesCloseAt: 'never',
}

test('fields and values are in English words', () => {
  const facts = factsInWords(logged, { locale: 'en', say: sayIn(english), names })
  expect(facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'role: Box office',
    `cash counted: ${formatMoney('en', { amount: 12_050, currency: 'GEL' })}`,
    'on sale: no',
    'expires: none',
    expect.stringContaining('sent on: '),
    'permissions: figures, orders',
    'dates: date “Swan Lake, 5 Dec”, run no. 7 (no longer known)',
    'vehicle: Night train',
    'venue: Opera House',
    'returns: kind: the shop’s terms',
    'places: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 … +2',
    'sales close at: never',
  ])
})

test('parts of a thing are said without keys of the page and what is not set', () => {
  const dates = [
    { key: '1clpz9gfxkdz3', startsAt: '2026-12-05T15:00:00.000Z', doorsAt: null, phases: [] },
  ]
  const [fact] = factsInWords({ dates }, { locale: 'en', say: sayIn(english), names: {} })
  const [empty] = factsInWords(
    { summary: { ka: '', en: '' } },
    { locale: 'en', say: sayIn(english), names: {} },
  )
  expect(empty?.value).toBe('none')
  expect(fact?.value).toMatch(/^begins: [^,]*, 5 Dec · 19:00$/)
})

test('a time by the clock of the venue is said as it was typed', () => {
  const dates = [{ startsAt: '2026-12-05T20:00' }]
  const [fact] = factsInWords({ dates }, { locale: 'en', say: sayIn(english), names: {} })
  expect(fact?.value).toMatch(/^begins: [^,]*, 5 Dec · 20:00$/)
})

test('a price has its currency as it was typed, and only a number is one', () => {
  const prices = [
    { key: 'a1', price: '45', phases: [{ from: '2026-12-01T10:00', price: '52,5' }] },
    { key: 'b2', price: 'free' },
  ]
  const [fact] = factsInWords({ prices }, { locale: 'en', say: sayIn(english), names: {} })
  expect(fact?.value).toContain(`price: ${formatMoney('en', { amount: 4_500, currency: 'GEL' })}`)
  expect(fact?.value).toContain(`price: ${formatMoney('en', { amount: 5_250, currency: 'GEL' })}`)
  expect(fact?.value).toContain('price: free')
})

test('texts are said in the reader’s language, and keys of rows not at all', () => {
  const facts = {
    reason: { ka: 'მსახიობი ავად არის.', en: 'An actor is ill.' },
    statementId: '01a220d9-a8c9-7aad-9b2e-3a0ad94ce2b5',
  }
  const said = (locale: 'ka' | 'en') =>
    factsInWords(facts, { locale, say: sayIn(english), names: {} }).map(({ value }) => value)
  expect(said('en')).toEqual(['An actor is ill.'])
  expect(said('ka')).toEqual(['მსახიობი ავად არის.'])
})

test('what is not set is said only where it was set before', () => {
  const words = { locale: 'en', say: sayIn(english), names: {} } as const
  const after = { quantity: null, ageLimit: '', description: { ka: '', en: '' } }
  expect(factsInWords(after, words, { quantity: 100 })).toEqual([
    { name: 'quantity', value: 'none' },
  ])
})

test('in Georgian every known field has a name, and nothing is JSON', () => {
  const facts = factsInWords(logged, { locale: 'ka', say: sayIn(georgian, 'ka'), names: {} })
  for (const { name, value } of facts) expect(`${name} ${value}`).not.toMatch(/[{}[\]"]/)
  expect(facts.slice(0, 4).map(({ name }) => name)).toEqual([
    'როლი',
    'დათვლილი ნაღდი ფული',
    'იყიდება',
    'ვადა',
  ])
})

test.each([
  ['event 145', { kind: 'date', name: 'Swan Lake, 5 Dec', path: '/merchant/dates/145' }],
  ['event 146', { kind: 'date no. 146 (no longer known)', name: null, path: null }],
  [
    'draft 00000000-0000-4000-8000-000000000000',
    { kind: 'draft of a show that is no longer known' },
  ],
  ['request 12', { kind: 'request no. 12', name: null, path: null }],
  ['origin https://example.ge', { kind: 'site', name: 'https://example.ge', path: null }],
  ['bank account', { kind: 'bank account', name: null, path: null }],
  ['2026-12-05', { kind: '5 December 2026', name: null }],
  ['something else', { kind: 'something else', name: null }],
])('what %s is about is said by its name, or plainly that it has none', (subject, words) => {
  expect(subjectInWords(subject, { names, locale: 'en', say: sayIn(english) })).toMatchObject(words)
})
