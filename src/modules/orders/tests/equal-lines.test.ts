/** Goal: the summary of an order states equal fees once. Method: lines by example. */
import { expect, test } from 'vitest'
import type { OrderLineView } from '../contract.ts'
import { itemNameOf, joinEqualLines } from '../equal-lines.ts'

const line = (description: string, price: number, quantity: number) =>
  ({
    lineId: quantity * 1_000 + price,
    kind: 'Fee',
    description,
    quantity,
    price: { amount: price, currency: 'GEL' },
    amount: { amount: price * quantity, currency: 'GEL' },
  }) as unknown as OrderLineView

test('joins lines with the same text and price, and keeps the others apart', () => {
  const joined = joinEqualLines([
    line('Service fee', 100, 2),
    line('Insurance', 100, 1),
    line('Service fee', 100, 1),
    line('Service fee', 150, 1),
  ])
  expect(
    joined.map(({ description, quantity, amount }) => [description, quantity, amount.amount]),
  ).toEqual([
    ['Service fee', 3, 300],
    ['Insurance', 1, 100],
    ['Service fee', 1, 150],
  ])
})

test('names the item of a line only if there are several', () => {
  const [there, back] = [
    { name: 'Tbilisi – Batumi', lineIds: [1, 2] },
    { name: 'Batumi – Tbilisi', lineIds: [3] },
  ]
  expect(itemNameOf({ items: [there] }, 1)).toBeNull()
  expect(itemNameOf({ items: [there, back] }, 3)).toBe('Batumi – Tbilisi')
  expect(itemNameOf({ items: [there, back] }, 9)).toBeNull()
})
