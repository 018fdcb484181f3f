/** Goal: what an import would change is a table with headings. Method: rendered markup. */
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { markupOf } from '../../../../tests/support/markup.ts'
import type { ImportItemView } from '../import-contract.ts'
import en from '../messages/en.json' with { type: 'json' }
import { ItemList } from '../web/parts/import-items.tsx'

const item: ImportItemView = {
  number: 1,
  file: 'programme.csv',
  at: '7',
  kind: 'event',
  key: 'journey-2',
  action: 'changed',
  problems: [],
  unprintable: [],
  changes: [{ column: 'price', from: '35', to: '40' }],
}

test('an entry has its line, its name and what happens to it under their headings', () => {
  const html = markupOf(createElement(ItemList, { items: [item] }), { operator: en })
  const headings = [...html.matchAll(/<th scope="col"[^>]*>([^<]+)/g)].map(([, title]) => title)
  expect(headings).toEqual(['File', 'Entry', 'Result'])
  expect(html).toMatch(
    /<th scope="row".*programme\.csv.*line 7.*<td.*journey-2.*<td.*Changes.*35.*40/,
  )
})

test('letters that no ticket can print are named beside an entry', () => {
  const odd = { ...item, unprintable: ['𒀀', '𒁀'] }
  const html = markupOf(createElement(ItemList, { items: [odd] }), { operator: en })
  expect(html).toContain('Tickets cannot print 𒀀 𒁀')
})
