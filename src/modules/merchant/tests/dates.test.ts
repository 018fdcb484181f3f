/**
 * Goal: organisers pause their dates, change quantities and withhold seats without affecting held and sold places; the
 * plans that they draw are visible to them only. Method: the calls over HTTP on a database, with a concurrent buyer.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { holdPlaces, sellPlaces } from '#modules/inventory/server/public-api.ts'
import { choiceOf, purchase } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { pricesFor } from '../web/shows/prices-for.ts'

let shop: HostileShop
let event: MadeEvent
let token: string
beforeAll(async () => {
  shop = await openHostileShop()
  event = await shop.event()
  token = await shop.staff(event.merchantId)
})
afterAll(() => shop.close())

const base = '/v2/merchantusers/dates'
const post = (path: string, body: object) =>
  shop.post(`${base}/${path}`, { eventId: event.eventId, ...body }, token)
const withhold = (placeIds: readonly number[], isKept = true) => post('keep', { placeIds, isKept })

async function useOf(sectionId: number): Promise<ReadonlyMap<number, string>> {
  const { body } = await shop.get(
    `${base}/seats?eventId=${event.eventId}&sectionId=${sectionId}`,
    token,
  )
  const seats = body.rows.flatMap((row: Reply) => row.seats)
  return new Map(seats.map(({ placeId, use }: Reply) => [placeId, use]))
}

const hold = async (placeIds: readonly number[]) => {
  const buyer = await shop.customer()
  return shop.post('/v2/Booking/choose-seat', choiceOf({ event, placeIds }), buyer)
}

describe('withheld seats', () => {
  test('cannot be chosen until they are released', async () => {
    const kept = await withhold([1, 2])
    expect(kept.status, kept.text).toBe(200)
    expect(kept.body).toMatchObject({ kept: 2, capacity: 90 })
    expect(kept.body.sections[0]).toMatchObject({
      sectionId: 1,
      name: 'Stalls',
      seats: 20,
      kept: 2,
    })
    expect((await useOf(1)).get(1)).toBe('kept')
    const { items } = (await shop.get(base, token)).body
    expect(items).toMatchObject([{ eventId: event.eventId, kept: 2, isOnSale: true }])
    const refused = await hold([1])
    expect(refused.body.error.code).toBe('SeatNotAvailable')
    expect((await withhold([1], false)).body.kept).toBe(1)
    expect((await hold([1])).status).toBe(200)
    expect((await useOf(1)).get(1)).toBe('held')
  })

  test('never include sold or held seats: all given seats, or none', async () => {
    const request = { event, placeIds: [5] }
    await purchase(shop, { token: await shop.customer(), station: 'paid', request })
    expect((await hold([6])).status).toBe(200)
    for (const placeIds of [
      [4, 5],
      [4, 6],
      [4, 4_000],
    ]) {
      const refused = await withhold(placeIds)
      expect(refused.body.error, String(placeIds)).toMatchObject({ code: 'SeatNotAvailable' })
    }
    const use = await useOf(1)
    expect([4, 5, 6].map((placeId) => use.get(placeId))).toEqual(['free', 'sold', 'held'])
    // Releasing does not free sold seats.
    expect((await withhold([5], false)).body.error.code).toBe('SeatNotAvailable')
  })

  test('are either withheld or bought when both happen concurrently', async () => {
    const both = await Promise.all([withhold([12]), withhold([12]), hold([12])])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

test('a paused date sells nothing until it is resumed', async () => {
  expect((await post('sale', { isOnSale: false })).body.isOnSale).toBe(false)
  expect((await hold([18])).body.error.code).toBe('EventNotActive')
  expect((await post('sale', { isOnSale: true })).body.isOnSale).toBe(true)
  // Other processes have cached the state and read it again within seconds.
  await expect.poll(async () => (await hold([18])).status, { timeout: 10_000 }).toBe(200)
})

test('the capacity of an area cannot fall below its sold and held places', async () => {
  const request = { event, standing: 3 }
  await purchase(shop, { token: await shop.customer(), station: 'paid', request })
  const resize = (capacity: number) => post('capacity', { poolId: 1, capacity })
  expect((await resize(2)).body.error.code).toBe('CapacityBelowSold')
  const done = await resize(3)
  expect(done.body.pools).toMatchObject([{ poolId: 1, name: 'Floor', capacity: 3, taken: 3 }])
  expect((await post('capacity', { poolId: 9, capacity: 3 })).status).toBe(404)
  const { body } = await shop.get('/v2/merchantusers/log?action=dates.capacity', token)
  expect(body.entries).toMatchObject([
    { before: { poolId: 1, capacity: 50 }, after: { poolId: 1, capacity: 3 } },
  ])
})

test('a date is sold out when everything is sold or withheld', async () => {
  const full = await shop.event()
  const owner = await shop.staff(full.merchantId)
  const isSoldOut = async () => {
    const listed = (await shop.get(base, owner)).body.items[0].isSoldOut
    const view = (await shop.get(`/v2/operator/events/${full.eventId}`, await shop.operator())).body
    return [listed, view.isSoldOut]
  }
  const change = (path: string, body: object) =>
    shop.post(`${base}/${path}`, { eventId: full.eventId, ...body }, owner)
  await purchase(shop, {
    token: await shop.customer(),
    station: 'paid',
    request: { event: full, standing: 1 },
  })
  await change('capacity', { poolId: 1, capacity: 1 })
  const seats = Array.from({ length: 40 }, (_, at) => at + 1)
  expect((await change('keep', { placeIds: seats.slice(1), isKept: true })).status).toBe(200)
  expect(await isSoldOut()).toEqual([false, false])
  expect((await change('keep', { placeIds: seats.slice(0, 1), isKept: true })).status).toBe(200)
  expect(await isSoldOut()).toEqual([true, true])
})

test('a date whose last places are held in unpaid orders is not sold out', async () => {
  const full = await shop.event()
  const owner = await shop.staff(full.merchantId)
  const isSoldOut = async () => {
    const listed = (await shop.get(base, owner)).body.items[0].isSoldOut
    const view = (await shop.get(`/v2/operator/events/${full.eventId}`, await shop.operator())).body
    return [listed, view.isSoldOut]
  }
  const { context } = shop
  const allocation = (places: number[], quantity: number) => ({
    holdId: context.random.uuid(),
    offeringId: full.offeringId,
    legFrom: 0,
    legTo: 1,
    places,
    pools: quantity > 0 ? [{ poolId: 1, quantity }] : [],
    until: new Date(context.clock.now().getTime() + 600_000),
  })
  const seats = Array.from({ length: 40 }, (_, at) => at + 1)
  expect(await sellPlaces(context, [allocation(seats, 40)])).toMatchObject({ ok: true })
  const held = allocation([], 10)
  expect(await holdPlaces(context, [held])).toMatchObject([{ ok: true }])
  expect(await isSoldOut()).toEqual([false, false])
  expect(await sellPlaces(context, [held])).toMatchObject({ ok: true })
  expect(await isSoldOut()).toEqual([true, true])
})

describe('a plan drawn by an organiser', () => {
  const plans = '/v2/merchantusers/plans'
  const createPlan = (by: string, more: object = {}) =>
    shop.post(
      plans,
      { venue: `venue-${event.showId}`, key: 'main', nameKa: 'დიდი', nameEn: 'Main', ...more },
      by,
    )

  test('is private: nobody else can see it, copy it or sell by it', async () => {
    const other = await shop.event()
    const stranger = await shop.staff(other.merchantId)
    const mine = await createPlan(token, { layoutId: event.layoutId })
    const theirs = await createPlan(stranger)
    // The same short name at the same venue makes two plans, not two versions of one.
    expect([mine.status, theirs.status]).toEqual([200, 200])
    const { revision } = (await shop.get(`${plans}/${mine.body.planId}`, token)).body
    const address = `${plans}/${mine.body.planId}`
    const published = await shop.post(`${address}/publish`, { revision }, token)
    expect(published.status, published.text).toBe(200)
    const { layoutId } = published.body
    const listed = (await shop.get(plans, stranger)).body
    expect(listed.plans.map(({ planId }: Reply) => planId)).toEqual([theirs.body.planId])
    expect(listed.layouts.map((layout: Reply) => layout.layoutId)).not.toContain(layoutId)
    expect((await createPlan(stranger, { key: 'copy', layoutId })).status).toBe(404)
    for (const path of ['', '/dates'])
      expect((await shop.get(`${address}${path}`, stranger)).status).toBe(404)
    const keyOf = async (by: string) => {
      const { venues } = (await shop.get('/v2/merchantusers/shows/choices', by)).body
      return venues
        .find(({ slug }: Reply) => slug === `venue-${event.showId}`)
        .layouts.map(({ key }: Reply) => key)
    }
    const key = `m${event.merchantId}-main`
    expect(await keyOf(token)).toContain(key)
    expect(await keyOf(stranger)).not.toContain(key)
    // The names of its zones are what its tickets are called at first, in both languages.
    const { venues } = (await shop.get('/v2/merchantusers/shows/choices', token)).body
    const slug = `venue-${event.showId}`
    const prices = pricesFor({ venues }, { venue: slug, prices: [] }, key)
    expect(prices.map(({ name }) => name)).toEqual(event.layout.zones.map(({ name }) => name))
    expect(prices[0]?.name.ka).toMatch(/[ა-ჰ]/)
  })

  test('cannot be used by another organiser’s show, whatever key is given', async () => {
    const other = await shop.event()
    const stranger = await shop.staff(other.merchantId)
    const { body: draft } = await shop.post('/v2/merchantusers/shows', {}, stranger)
    const content = {
      ...draft.content,
      venue: `venue-${event.showId}`,
      layout: `m${event.merchantId}-main`,
    }
    const saved = await shop.post(
      '/v2/merchantusers/shows/draft',
      { draftId: draft.draftId, version: draft.version, content },
      stranger,
    )
    expect(saved.status, saved.text).toBe(200)
    expect(saved.body.problems.map(({ path }: Reply) => path)).toContain('layout')
  })
})
