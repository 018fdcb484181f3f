/**
 * Goal: the number of a table fits its top at every scale and is readable, or left out. Method: the tables of a
 * restaurant, from the scale of a phone to that of a large screen.
 */
import { expect, test } from 'vitest'
import { restaurantLayout } from '../demo-restaurant.ts'
import { expandLayout } from '../expand.ts'
import { numberPixels } from '../web/draw-seats.ts'

const tables = expandLayout(restaurantLayout()).rows.flatMap(({ table }) => table ?? [])

test.each([0.4, 0.6, 0.9, 1.4, 2, 3])('at a scale of %d', (scale) => {
  expect(tables).toHaveLength(16)
  for (const table of tables) {
    const pixels = numberPixels(table, scale)
    const half = (table.shape === 'round' ? table.radius : (table.depth ?? 0)) * scale
    // Digits are about three quarters of the size high, and two are 1.2 times the size wide.
    expect(pixels * 0.75).toBeLessThan(half * 1.5)
    expect(pixels * 1.2).toBeLessThan(table.radius * scale * 1.6)
    if (pixels > 0) expect(pixels).toBeGreaterThanOrEqual(7)
  }
})

test('on a phone every table has its number', () => {
  expect(tables.map((table) => numberPixels(table, 0.9)).filter((pixels) => pixels === 0)).toEqual(
    [],
  )
})
