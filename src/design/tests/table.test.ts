/** Goal: rows that become blocks on phones name their values, and stay a table. Method: rendered markup. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Table } from '../parts/table.tsx'

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
