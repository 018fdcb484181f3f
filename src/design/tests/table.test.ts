/**
 * Goal: rows that become blocks on phones name their values, and stay a table; headings of a list that the server sorts
 * say its order and lead to the next. Method: rendered markup.
 */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Table } from '../parts/table.tsx'
import { TextsProvider } from '../texts.tsx'

const markup = (isStacked: boolean) =>
  renderToStaticMarkup(
    createElement(Table<{ name: string; price: number }>, {
      caption: 'Prices',
      isStacked,
      rows: [{ name: 'Stalls', price: 90 }],
      keyOf: ({ name }) => name,
      columns: [
        { key: 'name', title: 'Ticket', isHeader: true, renderCell: ({ name }) => name },
        { key: 'price', title: 'Price', renderCell: ({ price }) => price },
      ],
    }),
  )

test('values of stacked rows have the names of their columns and the roles of cells', () => {
  expect(markup(true)).toContain('<td data-label="Price" role="cell">90</td>')
  expect(markup(true)).toContain('<th scope="row" role="rowheader">Stalls</th>')
  expect(markup(false)).toContain('<td>90</td>')
})

interface Row {
  readonly name: string
  readonly price: number
}

/** Of each heading the order that it says and the one it leads to. */
function headings(current: string) {
  const table = createElement(Table<Row>, {
    caption: 'Prices',
    rows: [],
    keyOf: ({ name }) => name,
    sorting: { current, addressOf: (sort) => `/prices?sort=${sort}` },
    columns: [
      {
        key: 'name',
        title: 'Ticket',
        sorts: { ascending: 'name', descending: 'nameReversed' },
        renderCell: ({ name }) => name,
      },
      {
        key: 'price',
        title: 'Price',
        sorts: { ascending: 'cheapest', descending: 'dearest', isDescendingFirst: true },
        renderCell: ({ price }) => price,
      },
    ],
  })
  const props = { locale: 'en', modules: {}, children: table } as const
  return [
    ...renderToStaticMarkup(createElement(TextsProvider, props)).matchAll(
      /<th scope="col"(?: aria-sort="(\w+)")?><a class="table-sort" href="[^"]*sort=(\w+)"/g,
    ),
  ].map(([, order, next]) => [order, next])
}

test('headings of a list sorted by the server are links to it in another order', () => {
  expect(headings('name')).toEqual([
    ['ascending', 'nameReversed'],
    [undefined, 'dearest'],
  ])
  expect(headings('nameReversed')).toEqual([
    ['descending', 'name'],
    [undefined, 'dearest'],
  ])
  expect(headings('dearest')).toEqual([
    [undefined, 'name'],
    ['descending', 'cheapest'],
  ])
  expect(headings('cheapest')).toEqual([
    [undefined, 'name'],
    ['ascending', 'dearest'],
  ])
})
