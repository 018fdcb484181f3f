/**
 * Goal: an order stores the campaign or site of its visitor once, and nothing of a URL or of a person. Method: names by
 * a table, and the call over HTTP by the order's owner and by another caller.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { purchase } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { visitNameOf } from '../server/visits/visit-name.ts'

describe('the name of a visit', () => {
  test.each([
    [{ utmSource: 'Newsletter', utmCampaign: 'Spring 2027' }, 'newsletter / spring-2027'],
    [{ utmSource: 'გაზაფხული' }, 'გაზაფხული'],
    [{ utmSource: '', referrer: 'www.Facebook.com' }, 'facebook.com'],
    [{ referrer: 'l.instagram.com' }, 'instagram.com'],
    [{ referrer: 'https://example.com/a?name=nino' }, null],
    [{ utmSource: 'nino@example.com' }, null],
    [{ utmSource: '=cmd|1' }, '-cmd-1'],
    [{ referrer: 'localhost' }, null],
    [{}, null],
  ])('of %j', (arrival, name) => {
    expect(visitNameOf(arrival)).toBe(name)
  })
})

describe('an order', () => {
  let shop: HostileShop
  let event: MadeEvent
  beforeAll(async () => {
    shop = await openHostileShop()
    event = await shop.event()
  })
  afterAll(() => shop.close())

  const note = (orderKey: string, by: string, utmSource: string) =>
    shop.post('/v2/orders/visit', { orderKey, utmSource }, by)
  const visits = () => shop.context.db.selectFrom('order_visit').select('visit').execute()

  test('stores the first value from its owner, and none once it is paid', async () => {
    const owner = await shop.customer()
    const request = { event, placeIds: [1] }
    const { orderKey } = await purchase(shop, { token: owner, station: 'draft', request })
    expect((await note(orderKey, await shop.customer(), 'theirs')).status).toBe(404)
    expect((await note(orderKey, owner, 'newsletter')).body).toEqual({ isNoted: true })
    expect((await note(orderKey, owner, 'another')).body).toEqual({ isNoted: false })
    expect(await visits()).toEqual([{ visit: 'newsletter' }])
    const paid = await purchase(shop, {
      token: owner,
      station: 'paid',
      request: { event, placeIds: [2] },
    })
    expect((await note(paid.orderKey, owner, 'late')).body).toEqual({ isNoted: false })
  })
})
