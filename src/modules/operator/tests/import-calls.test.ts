import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { dateAfter } from '../../../../tests/support/dates.ts'
import { runImport } from '../server/public-api.ts'

/**
 * Goal: an import is checked, approved and applied over HTTP, each step once. Method: the calls on a real database; the
 * worker's job is run by the test, so that every state is observable.
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

function file(prefix: string, price: string) {
  return {
    name: 'programme.csv',
    content: [
      'show,show_name_ka,subcategory,organiser,event,venue,starts_at,ticket_type,capacity,price',
      `${prefix},შოუ ${prefix},subcategory-${made.showId},merchant-${made.merchantId},${prefix}-1,venue-${made.showId},${dateAfter(shop.context.clock.now(), 90)} 20:00,a,10,${price}`,
    ].join('\n'),
  }
}

async function open(prefix: string, price = '20') {
  const body = { files: [file(prefix, price)], source: 'test' }
  const answer = await shop.post('/v2/operator/imports', body, token)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as { importId: string; state: string }
}

const read = async (importId: string) =>
  (await shop.get(`/v2/operator/imports/${importId}`, token)).body

test('an import is checked, applied once, and its tickets can be bought', async () => {
  const { importId, state } = await open('good')
  expect(state).toBe('waiting')
  await runImport(shop.context, importId)
  const checked = await read(importId)
  expect(checked).toMatchObject({ state: 'checked', counts: { new: 3, bad: 0 } })
  const apply = (digest: string) =>
    shop.post(`/v2/operator/imports/${importId}/apply`, { digest }, token)
  expect((await apply('0'.repeat(64))).body.error.code).toBe('ImportOutdated')
  const answers = await Promise.all([apply(checked.digest), apply(checked.digest)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await runImport(shop.context, importId)
  await runImport(shop.context, importId)
  expect(await read(importId)).toMatchObject({ state: 'applied', stepsDone: 1, failure: '' })
  const log = await shop.get('/v2/operator/log', token)
  expect(log.body.entries[0]).toMatchObject({
    action: 'operator.import',
    subject: `import ${importId}`,
    operatorName: expect.stringContaining('operator-'),
    detail: { new: 3 },
  })
  const { id: eventId } = await shop.context.db
    .selectFrom('external_reference')
    .select('subject_id as id')
    .where('key', '=', 'good-1')
    .executeTakeFirstOrThrow()
  const { id: ticketTypeId } = await shop.context.db
    .selectFrom('ticket_type')
    .select('id')
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
  const request = { eventId, places: [{ ticketTypeId, quantity: 2 }] }
  const chosen = await shop.post('/v2/Booking/choose-seat', request)
  expect(chosen.status, chosen.text).toBe(200)
})

test('names with letters that no ticket can print are imported, and the letters are named', async () => {
  const { importId } = await open('uruk 𒀀')
  await runImport(shop.context, importId)
  expect(await read(importId)).toMatchObject({ state: 'checked', counts: { bad: 0 } })
  const items = await shop.get(`/v2/operator/imports/${importId}/items`, token)
  const letters = items.body.items.map(({ unprintable }: { unprintable: string[] }) => unprintable)
  expect(letters).toEqual([['𒀀'], [], []])
})

test('an import with problems lists them, exports them as a table, and cannot be applied', async () => {
  const { importId } = await open('bad', '=2+2')
  await runImport(shop.context, importId)
  const checked = await read(importId)
  expect(checked).toMatchObject({ state: 'checked', counts: { new: 2, bad: 1 } })
  const items = await shop.get(`/v2/operator/imports/${importId}/items?action=bad`, token)
  expect(items.body).toMatchObject({
    items: [{ at: '2', kind: 'price', problems: [{ column: 'price', code: 'bad-price' }] }],
    next: null,
  })
  const table = await shop.get(`/v2/operator/imports/${importId}/problems.csv`, token)
  expect(table.headers['content-type']).toContain('text/csv')
  expect(table.headers['content-disposition']).toContain('problems.csv')
  expect(table.text.split('\r\n')[1]).toContain('"programme.csv","2","price","Price","bad-1/a"')
  const refused = await shop.post(
    `/v2/operator/imports/${importId}/apply`,
    { digest: checked.digest },
    token,
  )
  expect(refused.body.error.code).toBe('ImportHasProblems')
})

test('an outdated import fails with a reason and stays in the list', async () => {
  const { importId } = await open('late')
  await runImport(shop.context, importId)
  const { digest } = await read(importId)
  await shop.post(`/v2/operator/imports/${importId}/apply`, { digest }, token)
  await shop.context.db.updateTable('venue').set({ capacity: 5 }).execute()
  await runImport(shop.context, importId)
  await shop.context.db.updateTable('venue').set({ capacity: 100 }).execute()
  const { body } = await shop.get('/v2/operator/imports', token)
  expect(body.imports[0]).toMatchObject({ importId, state: 'failed' })
  expect(body.imports[0].failure).toContain('nothing was changed')
})

test('refuses too large requests before reading them', async () => {
  const content = 'x'.repeat(33_000_000)
  const answer = await shop.post(
    '/v2/operator/imports',
    { files: [{ name: 'a', content }], source: 'a' },
    token,
  )
  expect(answer).toMatchObject({ status: 413, body: { error: { code: 'PayloadTooLarge' } } })
})
