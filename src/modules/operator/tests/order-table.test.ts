/**
 * Goal: every fact of an order that its list can be sorted by has a heading that does so, in both offices; what a search
 * found is sorted in the browser. Method: rendered markup.
 */
import { createElement } from 'react'
import { expect, test } from 'vitest'
import merchantTexts from '#modules/merchant/messages/en.json' with { type: 'json' }
import { OrderTable as MerchantTable } from '#modules/merchant/web/orders/order-table.tsx'
import type { OrderSort } from '#modules/orders/list-shapes.ts'
import { linkedHeadings, markupOf } from '../../../../tests/support/markup.ts'
import en from '../messages/en.json' with { type: 'json' }
import { OrderTable } from '../web/parts/order-list.tsx'

const sorting = {
  current: 'buyer',
  addressOf: (sort: OrderSort) => `/orders?sort=${sort}`,
} as const

test.each([
  ['operators', () => createElement(OrderTable, { orders: [], sorting })],
  ['organisers', () => createElement(MerchantTable, { orders: [], sorting })],
])('orders of %s are sorted by time, buyer, status and price', (_, table) => {
  const html = markupOf(table(), { operator: en, merchant: merchantTexts })
  expect(linkedHeadings(html).map(([, order, next]) => [order, next])).toEqual([
    [undefined, 'newest'],
    ['ascending', 'buyerReversed'],
    [undefined, 'status'],
    [undefined, 'dearest'],
  ])
})

test('found orders are sorted where they are shown', () => {
  const html = markupOf(createElement(OrderTable, { orders: [] }), { operator: en })
  expect(linkedHeadings(html)).toEqual([])
  expect(html.match(/class="table-sort"/g)).toHaveLength(4)
})
