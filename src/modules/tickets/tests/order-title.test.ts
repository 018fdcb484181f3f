/** Goal: an order is called by what was bought, not by its number. Method: titles of orders of several items. */
import { expect, test } from 'vitest'
import { titleOf } from '../web/order-title.ts'

const titled = (...names: string[]) => titleOf(names.map((name) => ({ name })))

test('there and back are both named, a longer order by its first item', () => {
  expect(titled('Tbilisi – Batumi', 'Batumi – Tbilisi')).toBe('Tbilisi – Batumi · Batumi – Tbilisi')
  expect(titled('Carmen', 'Carmen')).toBe('Carmen')
  expect(titled('Notes of the Sea', 'Tbilisi – Kutaisi', 'Kutaisi – Batumi')).toBe(
    'Notes of the Sea',
  )
})
