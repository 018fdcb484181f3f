import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BarList, ColumnChart } from '../parts/chart.tsx'

const bars = [
  { key: 'a', name: 'A', value: 20, text: '20 %' },
  { key: 'b', name: 'B', value: 40, text: '40 %' },
]

/** Goal: bars of shares fill up at the whole, other bars at the largest. Method: rendered widths and heights. */
test('bars are as long as their part of the full value, or of the largest without one', () => {
  const list = (full?: number) => renderToStaticMarkup(createElement(BarList, { bars, full }))
  expect(list(100)).toContain('width:20%')
  expect(list(100)).toContain('width:40%')
  expect(list()).toContain('width:100%')
  const columns = createElement(ColumnChart, { bars, full: 100, label: 'Days' })
  expect(renderToStaticMarkup(columns)).toContain('height:40%')
})

test('few columns are not stretched over the page, and their first and last name stand together', () => {
  const columns = renderToStaticMarkup(createElement(ColumnChart, { bars, label: 'Days' }))
  expect(columns).toContain('max-width:8rem')
  expect(columns).toContain('A – B')
})
