/**
 * Goal: every statement that would involve several machines is found. Method: statements of each kind, as our
 * modules write them.
 */
import { expect, test } from 'vitest'
import { crossingsIn } from './crossings.ts'

const reasonsIn = (source: string) => crossingsIn('x.ts', source).map(({ reason }) => reason)

test('finds a join of offerings with orders', () => {
  expect(
    reasonsIn('sql<Row>`select from place_leg p join order_line l on l.hold_id = p.hold_id`'),
  ).toEqual(['joins offerings with orders'])
  expect(
    reasonsIn(
      `db.selectFrom('ticket').innerJoin('offering', 'a', 'b').where('x', '=', 1).execute()`,
    ),
  ).toEqual(['joins offerings with orders'])
})

test('finds a query without its distribution key', () => {
  expect(reasonsIn('sql`select * from orders where order_key = ${key}`')).toEqual(['names no key'])
  expect(reasonsIn(`db.deleteFrom('order_log').where('at', '<', past).execute()`)).toEqual([
    'names no key',
  ])
})

test('ignores queries with the key, inserts, and other tables', () => {
  expect(reasonsIn('sql`select * from ticket where order_id = ${id}`')).toEqual([])
  expect(reasonsIn(`db.insertInto('orders').values(row).execute()`)).toEqual([])
  expect(reasonsIn('sql`select * from show join venue on true`')).toEqual([])
})
