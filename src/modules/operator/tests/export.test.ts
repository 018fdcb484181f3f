import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { dateAfter } from '../../../../tests/support/dates.ts'
import { planImport } from '../server/public-api.ts'

/**
 * Goal: an export describes the current programme, and manual changes are stored and logged. Method: the calls, and a
 * plan of the exported file against the same data.
 */
let shop: HostileShop
let token: string
beforeAll(async () => {
  shop = await openHostileShop()
  token = await shop.operator()
})
afterAll(() => shop.close())

test.each(['programme.json', 'programme.csv', 'programme.csv?locale=ka'])(
  'importing an exported %s changes nothing',
  async (address) => {
    await shop.event()
    const { text, status } = await shop.get(`/v2/operator/${address}`, token)
    expect(status).toBe(200)
    const [name = ''] = address.split('?')
    const files = [{ name, content: text }]
    const plan = await planImport(shop.context, { files, source: 'bileti', defaults: {} })
    expect(plan.report.filter((item) => item.action !== 'unchanged')).toEqual([])
    expect(plan.counts.unchanged).toBeGreaterThan(4)
  },
)

test('manual changes of a date apply to new sales and are logged', async () => {
  const event = await shop.event()
  const path = `/v2/operator/events/${event.eventId}`
  const opensOn = dateAfter(shop.context.clock.now(), 33)
  const body = {
    status: 'Stopped',
    isOnSale: false,
    placesPerOrderMax: 3,
    salesOpenAt: `${opensOn}T12:00:00+04:00`,
  }
  const changed = await shop.post(path, body, token)
  expect(changed.body).toMatchObject({
    ...body,
    salesOpenAt: `${opensOn}T08:00:00.000Z`,
    salesCloseAt: null,
    taken: 0,
    capacity: 90,
  })
  const closed = `${dateAfter(shop.context.clock.now(), -300)}T12:00:00+04:00`
  const wrong = await shop.post(path, { ...body, salesCloseAt: closed }, token)
  expect(wrong.status).toBe(400)
  const show = { status: 'Active', isPinned: true, isMainBanner: false, popularity: 7 }
  await shop.post(`/v2/operator/shows/${event.showId}`, show, token)
  expect((await shop.get(path, token)).body).toMatchObject({ isPinned: true, popularity: 7 })
  const { body: log } = await shop.get('/v2/operator/log', token)
  expect(log.entries.map((entry: { action: string }) => entry.action)).toEqual([
    'operator.change-show',
    'operator.change-event',
  ])
  const found = await shop.get(`/v2/operator/events?text=show-${event.showId}`, token)
  expect(found.body).toMatchObject({ total: 1, events: [{ eventId: event.eventId }] })
})

test('an unknown order of a list is refused', async () => {
  for (const path of ['/v2/operator/events', '/v2/operator/orders'])
    for (const sort of ['loudest', 'NEWEST', ''])
      expect(await shop.get(`${path}?sort=${sort}`, token)).toMatchObject({
        status: 400,
        body: { error: { code: 'BadRequest' } },
      })
})
