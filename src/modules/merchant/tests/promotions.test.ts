/**
 * Goal: organisers write codes only for their own tickets and at their own cost, and see and change no others. Method:
 * the calls over HTTP with two organisers, an operator and a buyer.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { choiceOf, purchase } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let shop: HostileShop
let event: MadeEvent
let other: MadeEvent
let token: string
let stranger: string
beforeAll(async () => {
  shop = await openHostileShop()
  ;[event, other] = [await shop.event(), await shop.event()]
  token = await shop.staff(event.merchantId)
  stranger = await shop.staff(other.merchantId)
})
afterAll(() => shop.close())

const base = '/v2/merchantusers/promotions'
const save = (body: object, by = token) =>
  shop.post(`${base}/codes`, { isActive: true, isCombined: false, percent: 10, ...body }, by)

async function draft(of: MadeEvent) {
  const buyer = await shop.customer()
  const made = await purchase(shop, {
    token: buyer,
    station: 'draft',
    request: { event: of, placeIds: [nextPlace++] },
  })
  return { buyer, orderKey: made.orderKey }
}
let nextPlace = 1
const apply = ({ buyer, orderKey }: { buyer: string; orderKey: string }, promoCode: string) =>
  shop.post('/v2/orders/promo/apply', { orderKey, promoCode }, buyer)

test('a promo code discounts the organiser’s own tickets, and the organiser pays for it', async () => {
  const saved = await save({ code: 'SPRING', quantity: 2, note: 'Posters' })
  expect(saved.status, saved.text).toBe(200)
  expect(saved.body.codes).toMatchObject([
    {
      code: 'SPRING',
      merchantId: event.merchantId,
      borneBy: 'merchant',
      quantity: 2,
      usedCount: 0,
    },
  ])
  const applied = await apply(await draft(event), 'SPRING')
  expect(applied.status, applied.text).toBe(200)
  const line = applied.body.lines.find(({ kind }: Reply) => kind === 'PromoCode')
  expect(line).toMatchObject({ price: { amount: -500 } })
  // Other organisers' tickets are not discounted.
  expect((await apply(await draft(other), 'SPRING')).status).toBe(409)
  const { body } = await shop.get('/v2/merchantusers/log?action=promotions.', token)
  expect(body.entries.map(({ action }: Reply) => action)).toEqual(['promotions.add-code'])
  expect(JSON.stringify(body.entries)).not.toContain('SPRING')
})

test('an organiser cannot choose who funds a code or whose tickets it applies to', async () => {
  const saved = await save({ code: 'MINE', borneBy: 'house', merchantId: other.merchantId })
  const known = saved.body.codes?.find(({ code }: Reply) => code === 'MINE')
  // Unknown fields are ignored, or the request is refused.
  if (saved.status === 200)
    expect(known).toMatchObject({ borneBy: 'merchant', merchantId: event.merchantId })
  else expect(saved.status).toBe(400)
  expect((await save({ code: 'THEIRS', eventIds: [other.eventId] })).status).toBe(404)
})

test('codes of the platform and of other organisers are not found', async () => {
  const operator = await shop.operator()
  const house = await shop.post(
    '/v2/operator/promotions/codes',
    {
      code: 'HOUSE',
      percent: 5,
      merchantId: event.merchantId,
      borneBy: 'house',
      isCombined: false,
      isActive: true,
    },
    operator,
  )
  const { codeId } = house.body.code
  expect((await save({ codeId, percent: 90 })).status).toBe(404)
  const listed = (await shop.get(base, token)).body.codes.map(({ code }: Reply) => code)
  expect(listed).not.toContain('HOUSE')
  expect((await shop.get(base, stranger)).body).toMatchObject({ codes: [], batches: [] })
})

test('a promo code belongs to its organiser: others and the platform may have the same word', async () => {
  const operator = await shop.operator()
  const asHouse = (body: object) =>
    shop.post(
      '/v2/operator/promotions/codes',
      { borneBy: 'house', percent: 5, isCombined: false, isActive: true, ...body },
      operator,
    )
  expect((await save({ code: 'SAME', percent: 10 })).status).toBe(200)
  const theirs = await save({ code: 'SAME', percent: 20 }, stranger)
  expect(theirs.status, theirs.text).toBe(200)
  expect((await asHouse({ code: 'SAME' })).status).toBe(200)
  for (const again of [
    await save({ code: 'SAME' }),
    await save({ code: 'SAME' }, stranger),
    await asHouse({ code: 'SAME' }),
    await asHouse({ code: 'SAME', borneBy: 'merchant', merchantId: other.merchantId }),
  ])
    expect(again.body.error.code).toBe('PromoCodeTaken')
  const renamed = (await save({ code: 'OTHERWORD' })).body.codes.find(
    ({ code }: Reply) => code === 'OTHERWORD',
  )
  const rename = await save({ code: 'SAME', codeId: renamed.codeId })
  expect(rename.body.error.code).toBe('PromoCodeTaken')

  const third = await shop.event()
  const offs: number[] = []
  for (const sold of [event, other, third]) {
    const { body } = await apply(await draft(sold), 'SAME')
    offs.push(body.lines.find(({ kind }: Reply) => kind === 'PromoCode').price.amount)
  }
  // 10, 20 and 5 per cent of the same price.
  expect(offs[1]).toBe(2 * offs[0]!)
  expect(offs[0]).toBe(2 * offs[2]!)
})

test('only its organiser creates, downloads and disables a batch', async () => {
  const made = await save({ count: 3, note: 'Members' })
  const [{ batchId }] = made.body.batches
  const address = `${base}/codes.csv?batchId=${batchId}`
  expect((await shop.get(address, token)).text.trim().split('\r\n')).toHaveLength(4)
  expect((await shop.get(address, stranger)).status).toBe(404)
  const stop = (by: string) => shop.post(`${base}/batches`, { batchId, isActive: false }, by)
  expect((await stop(stranger)).status).toBe(404)
  expect((await stop(token)).body.batches).toMatchObject([{ batchId, activeCount: 0 }])
})

test('a restricted show is sold only to holders of its access code until it is opened again', async () => {
  const { showId } = event
  const restricted = await shop.post(`${base}/kept`, { showId, isKept: true }, token)
  expect(restricted.body.shows).toMatchObject([{ showId, isKept: true }])
  const body = { showId, code: 'FRIENDS', quantity: 1, isActive: true }
  const coded = await shop.post(`${base}/access-codes`, body, token)
  expect(coded.body.accessCodes, coded.text).toMatchObject([{ code: 'FRIENDS', usedCount: 0 }])
  const buyer = await shop.customer()
  const choose = (placeId: number, more: object = {}) =>
    shop.post(
      '/v2/Booking/choose-seat',
      { ...choiceOf({ event, placeIds: [placeId] }), ...more },
      buyer,
    )
  await expireCaches(10_000)
  await expect.poll(async () => (await choose(30)).status, { timeout: 10_000 }).toBe(403)
  const opened = await choose(31, { accessCode: 'FRIENDS' })
  expect(opened.status, opened.text).toBe(200)
  expect((await shop.get(base, token)).body.accessCodes[0].usedCount).toBe(1)
  const again = await shop.post(`${base}/kept`, { showId, isKept: false }, token)
  expect(again.body.shows).toMatchObject([{ isKept: false }])
  await expireCaches(10_000)
  await expect.poll(async () => (await choose(32)).status, { timeout: 10_000 }).toBe(200)
})

test('an access code opens nothing of another organiser, who cannot change it', async () => {
  const { showId } = other
  const write = (body: object, by: string) =>
    shop.post(`${base}/access-codes`, { isActive: true, ...body }, by)
  expect((await write({ showId }, token)).status).toBe(404)
  const { accessCodes } = (await write({ showId, code: 'INSIDE' }, stranger)).body
  const { accessCodeId } = accessCodes[0]
  expect((await write({ accessCodeId, showId: event.showId }, token)).status).toBe(404)
  expect((await write({ showId, eventId: other.eventId }, stranger)).status).toBe(400)
  expect((await shop.post(`${base}/kept`, { showId, isKept: true }, token)).status).toBe(404)
})

test('access codes of two organisers with the same word open each its own show', async () => {
  const [one, two] = [await shop.event(), await shop.event()]
  const officeOf = async (of: MadeEvent) => {
    const by = await shop.staff(of.merchantId)
    const send = (path: string, body: object) =>
      shop.post(`${base}/${path}`, { showId: of.showId, ...body }, by)
    return {
      keep: () => send('kept', { isKept: true }),
      write: () => send('access-codes', { code: 'PATRONS', isActive: true }),
      uses: async () =>
        (await shop.get(base, by)).body.accessCodes.map(({ usedCount }: Reply) => usedCount),
    }
  }
  const offices = [await officeOf(one), await officeOf(two)]
  for (const { keep, write } of offices) {
    expect((await keep()).status).toBe(200)
    expect((await write()).status).toBe(200)
    expect((await write()).body.error.code).toBe('AccessCodeTaken')
  }
  await expireCaches(10_000)
  const buyer = await shop.customer()
  for (const [index, of] of [one, two].entries()) {
    const choice = { ...choiceOf({ event: of, placeIds: [30] }), accessCode: 'PATRONS' }
    const chosen = await shop.post('/v2/Booking/choose-seat', choice, buyer)
    expect(chosen.status, chosen.text).toBe(200)
    expect(await offices[index]?.uses()).toEqual([1])
  }
})

test('taken codes are found out as seldom as codes are guessed, from whatever network', async () => {
  const guesser = await shop.event()
  const bearer = await shop.staff(guesser.merchantId)
  const guess = async (code: string, n: number, by = bearer): Promise<string> => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: `${base}/codes`,
      remoteAddress: `198.51.100.${n}`,
      headers: { authorization: `Bearer ${by}` },
      payload: { code, percent: 10, quantity: 1, isActive: false, isCombined: false },
    })
    return answer.statusCode === 200 ? 'made' : answer.json<Reply>().error.code
  }
  await save({ code: 'AUTUMN' }, bearer)
  const told: string[] = []
  for (let n = 1; n <= 24; n += 1) told.push(await guess('AUTUMN', n))
  expect(told.filter((code) => code === 'PromoCodeTaken')).toHaveLength(20)
  expect(told.slice(20)).toEqual(Array.from({ length: 4 }, () => 'TooManyRequests'))
  expect(await guess('NOBODY HAS IT', 100)).toBe('TooManyRequests')
  // Others are not held up, and an organiser that makes new codes is not counted.
  const maker = await shop.staff((await shop.event()).merchantId)
  for (let n = 1; n <= 24; n += 1) expect(await guess(`NEW${n}`, 200, maker)).toBe('made')
})
