/**
 * Goal: an order of several items asks a shared question once, and never uses one answer for two questions. Method:
 * sources with extra fields.
 */
import { expect, test } from 'vitest'
import type { ExtraField } from '#modules/sale-rules/contract.ts'
import type { Context } from '#platform/context.ts'
import { questionsOf, type AskingSource } from '../server/extras.ts'
import type { OrderLine } from '../server/order.ts'

const field = (part: Partial<ExtraField>): ExtraField => ({
  key: 'address',
  kind: 'text',
  per: 'order',
  isRequired: false,
  isOnTicket: false,
  label: { ka: 'მისამართი', en: 'Address' },
  ...part,
})

const asking = (name: string, ...fields: ExtraField[]): AskingSource => ({
  name,
  extraFields: async () => fields,
})

const line = (id: number, source: string, quantity = 1) =>
  ({ id, source, kind: 'Ticket', itemId: 5, legFrom: 0, legTo: 1, quantity }) as OrderLine

const ask = (sources: readonly AskingSource[], lines: readonly OrderLine[]) =>
  questionsOf({} as Context, sources, { lines })

test('what two items ask for alike is asked once, as strictly as the stricter does', async () => {
  const sources = [
    asking('event', field({ changeHoursBefore: 2 })),
    asking('train', field({ isRequired: true, changeHoursBefore: 12 })),
  ]
  const questions = await ask(sources, [line(1, 'event'), line(2, 'train')])
  expect(questions).toMatchObject([
    { id: 'order.address', source: 'event', field: { isRequired: true, changeHoursBefore: 12 } },
  ])
})

test('the same key with another meaning is another question; tickets are asked one by one', async () => {
  const sources = [
    asking('event', field({ kind: 'phone' }), field({ key: 'name', per: 'ticket' })),
    asking('train', field({ kind: 'date' }), field({ key: 'name', per: 'ticket' })),
  ]
  const questions = await ask(sources, [line(1, 'event', 2), line(2, 'train')])
  expect(questions.map(({ id, field: { kind } }) => [id, kind])).toEqual([
    ['order.address', 'phone'],
    ['1.0.name', 'text'],
    ['1.1.name', 'text'],
    ['order.train-5-address', 'date'],
    ['2.0.name', 'text'],
  ])
})
