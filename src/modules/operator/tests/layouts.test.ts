import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'

/**
 * Goal: a seat map is validated, stored as a version, and immutable. Method: the calls over HTTP, then forbidden
 * statements on the database.
 */
let shop: HostileShop
let token: string
let made: MadeEvent
beforeAll(async () => {
  shop = await openHostileShop()
  token = await shop.operator()
  made = await makeEvent(shop.context)
})
afterAll(() => shop.close())

const drawing = (seats: number) =>
  `<svg><g data-section="A" data-zone="a"><g data-row="1">${Array.from(
    { length: seats },
    (_, index) => `<circle data-seat="${index + 1}" cx="${index * 10}" cy="0" r="4"/>`,
  ).join('')}</g></g></svg>`

const importMap = (content: string, isKept: boolean) =>
  shop.post(
    '/v2/operator/layouts',
    {
      venue: `venue-${made.showId}`,
      key: 'small',
      nameKa: 'მცირე',
      nameEn: 'Small',
      content,
      isKept,
    },
    token,
  )

test('validation stores nothing; storing creates a version, and equal content is the same version', async () => {
  const previewed = await importMap(drawing(5), false)
  expect(previewed.body).toMatchObject({ shown: { capacity: 5 }, problems: [], version: null })
  expect((await importMap(drawing(5), true)).body).toMatchObject({ version: 1, isKnown: false })
  expect((await importMap(drawing(5), true)).body).toMatchObject({ version: 1, isKnown: true })
  const both = await Promise.all([importMap(drawing(6), true), importMap(drawing(7), true)])
  expect(both.map(({ body }) => body.version).toSorted()).toEqual([2, 3])
  const { body } = await shop.get('/v2/operator/layouts', token)
  const small = body.layouts.filter((layout: { key: string }) => layout.key === 'small')
  expect(small.map((layout: { version: number; capacity: number }) => layout.version)).toHaveLength(
    3,
  )
})

test('reports problems by line and element, in the language of the caller', async () => {
  const { body } = await importMap(
    '<svg>\n<circle id="x" data-row="1" data-seat="1" r="1"/></svg>',
    true,
  )
  expect(body).toMatchObject({ shown: null, version: null })
  expect(body.problems).toEqual([
    { line: 2, element: 'x', code: 'seat-without-section', message: 'The seat has no section.' },
  ])
  const json = await importMap('{"formatVersion":2}', true)
  expect(json.body.problems[0].code).toBe('layout-rule')
})

test('names beside the seat map what the drawing hides', async () => {
  const hidden = drawing(3).replace('data-section="A"', 'data-section="B" id="old" display="none"')
  const { body } = await importMap(drawing(5).replace('</svg>', `\n${hidden.slice(5)}`), false)
  expect(body.shown.capacity).toBe(5)
  expect(body.shown.sections).toEqual([
    { id: 1, name: { ka: 'A', en: 'A' }, kind: 'seated', rows: 1, places: 5 },
  ])
  expect(body.problems).toEqual([
    {
      line: 2,
      element: 'old',
      code: 'hidden',
      message: 'Not taken over because the drawing does not show it. Shapes: 3.',
    },
  ])
})

test('imports JSON of our own format', async () => {
  const { body } = await importMap(JSON.stringify(made.layout), false)
  expect(body).toMatchObject({ shown: { capacity: 90 }, problems: [] })
})

test('the database refuses to update or delete a layout', async () => {
  const { db } = shop.context
  const where = (id: number) => db.updateTable('seat_layout').where('id', '=', id)
  const content = JSON.stringify({ ...made.layout, width: 101 })
  await expect(where(made.layoutId).set({ content }).execute()).rejects.toThrow('never changes')
  await expect(where(made.layoutId).set({ version: 9 }).execute()).rejects.toThrow('never changes')
  const deletion = db.deleteFrom('seat_layout').where('id', '=', made.layoutId).execute()
  await expect(deletion).rejects.toThrow('never changes')
})

test('the schema of the format is public', async () => {
  const { status, body } = await shop.get('/v2/layouts/schema')
  expect(status).toBe(200)
  expect(body.properties.formatVersion).toEqual({ type: 'number', const: 1 })
})
