/**
 * Goal: the server's refusal of a nested value is shown beside the fields that it is about. Method: the function, with
 * errors as the client throws them.
 */
import { expect, test } from 'vitest'
import { CallError } from '#contract/client.ts'
import { refusedFields, valueAt } from '../web/refused-fields.ts'

const edition = {
  title: { ka: 'სათაური', en: ' ' },
  blocks: [{ slugs: [] as string[], path: 'no path' }],
  showsUntil: null,
}

const refusal = (code: string, ...paths: readonly string[]) =>
  new CallError(400, {
    code,
    message: 'Refused',
    fields: paths.map((path) => ({ path, message: 'Invalid' })),
  } as ConstructorParameters<typeof CallError>[1])

test('reads a part of a value by its path', () => {
  expect(valueAt(edition, 'title.ka')).toBe('სათაური')
  expect(valueAt(edition, 'blocks.0.path')).toBe('no path')
  expect(valueAt(edition, 'blocks.1.path')).toBeUndefined()
  expect(valueAt(edition, 'blocks.length.constructor')).toBeUndefined()
})

test('tells empty fields from wrong ones', () => {
  const error = refusal(
    'BadRequest',
    'body.edition.title.en',
    'body.edition.blocks.0.slugs',
    'body.edition.blocks.0.path',
    'body.version',
  )
  expect([...refusedFields(error, edition, { at: 'body.edition' })]).toEqual([
    ['title.en', 'missing'],
    ['blocks.0.slugs', 'missing'],
    ['blocks.0.path', 'wrong'],
  ])
})

test('finds the field of a code, and none for other errors', () => {
  const story = { slug: 'opera' }
  const fieldOf = { PageAddressTaken: 'slug' }
  const taken = refusal('PageAddressTaken')
  expect([...refusedFields(taken, story, { at: 'body', fieldOf })]).toEqual([['slug', 'wrong']])
  expect(refusedFields(taken, story, { at: 'body' }).size).toBe(0)
  expect(refusedFields(new Error('Offline'), story, { at: 'body', fieldOf }).size).toBe(0)
})
