/**
 * Goal: promo code calls change an order once, only by the code's discount, and leave no trace when they refuse.
 * Method: the calls over HTTP on a real database, sequentially and concurrently.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventSource } from '#modules/events/server/public-api.ts'
import { makeEvent, makeTicketType, type MadeEvent } from '#modules/events/tests/factories.ts'
import { readPoolUse } from '#modules/inventory/server/public-api.ts'
import { openShop, type Reply, type Shop } from '../../../../tests/support/shop.ts'
import { savePromoCode } from '../server/public-api.ts'
import { readOffice } from '../server/queries/office.ts'

let shop: Shop
let event: MadeEvent
let place = 0

beforeAll(async () => {
  shop = await openShop({ LIMIT_GUESS_PER_MINUTE: '100000' })
  event = await makeEvent(shop.context)
})
afterAll(() => shop.close())

type Terms = Partial<Parameters<typeof savePromoCode>[2]>

async function promo(terms: Terms = {}): Promise<{ code: string; offeringId: number }> {
  const saved = await savePromoCode(shop.context, [eventSource], {
    percent: 20,
    borneBy: 'house',
    isCombined: false,
    isActive: true,
    ...terms,
  })
  if (!saved.ok) throw new Error(saved.code)
  const { offering_id: offeringId } = await shop.context.db
    .selectFrom('promo_code')
    .select('offering_id')
    .where('id', '=', saved.value.codeId)
    .executeTakeFirstOrThrow()
  return { code: saved.value.code, offeringId }
}

async function draft(of = event): Promise<{ order: Reply; token: string; placeId: number }> {
  const placeId = (place += 1)
  const seats = [{ ticketTypeId: of.seatTypes['a']?.ticketTypeId, placeId }]
  const { body } = await shop.post('/v2/Booking/choose-seat', { eventId: of.eventId, seats })
  return { order: body, token: body.accessToken, placeId }
}

const heldOf = async ({ offeringId }: { readonly offeringId: number }) =>
  (await readPoolUse(shop.context, [offeringId], 1)).get(offeringId)?.held

const families = [
  ['/v2/orders/promo/apply', '/v2/orders/promo/unapply'],
  ['/groot/PromoCodes/ApplyPromoCode', '/groot/PromoCodes/UnapplyPromoCode'],
] as const

test('both families of calls apply and remove a code, and the total follows', async () => {
  const terms = await promo()
  for (const [apply, unapply] of families) {
    const { order, token } = await draft()
    const { orderKey } = order
    const applied = await shop.post(apply, { orderKey, promoCode: ` ${terms.code} ` }, token)
    expect(applied.body.totals).toMatchObject({
      takenOff: { amount: -1_000 },
      total: { amount: 4_250 },
    })
    expect(await heldOf(terms)).toBe(1)
    const stranger = await shop.openGuest()
    for (const path of [apply, unapply]) {
      const body = { orderKey, promoCode: terms.code }
      expect((await shop.post(path, body, stranger)).body.error.code).toBe('OrderNotFound')
    }
    const taken = await shop.post(unapply, { orderKey }, token)
    expect(taken.body.totals).toEqual(order.totals)
    expect((await shop.post(unapply, { orderKey }, token)).body.totals).toEqual(order.totals)
    expect(await heldOf(terms)).toBe(0)
  }
})

test('an order describes its item, whichever line comes first', async () => {
  const concert = await makeEvent(shop.context)
  const { eventId, merchantId } = concert
  const terms = await promo()
  const child = { eventId, merchantId, zone: 'a', priceMinor: 2_000 }
  const ticketTypeId = await makeTicketType(shop.context, child)
  const { order, token, placeId } = await draft(concert)
  const { orderKey } = order
  await shop.post('/v2/orders/promo/apply', { orderKey, promoCode: terms.code }, token)
  const seats = [{ ticketTypeId, placeId }]
  const { body } = await shop.post('/v2/orders/reserve', { eventId, orderKey, seats }, token)
  expect(body.lines[0].kind).toBe('PromoCode')
  expect(body.event).toEqual(order.event)
  expect(body.totals).toMatchObject({ tickets: { amount: 2_000 }, takenOff: { amount: -400 } })
})

test('of concurrent calls that apply codes to an order one succeeds; a repeated idempotency key gets the same reply', async () => {
  const [one, other] = [await promo(), await promo()]
  const { order, token } = await draft()
  const { orderKey } = order
  const path = '/v2/orders/promo/apply'
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      shop.post(path, { orderKey, promoCode: (index % 2 ? one : other).code }, token),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refusals = answers.flatMap(({ body }) => body.error?.code ?? [])
  expect(new Set(refusals)).toEqual(new Set(['PromoCodeAlreadyApplied']))
  expect(((await heldOf(one)) ?? 0) + ((await heldOf(other)) ?? 0)).toBe(1)

  const again = await draft()
  const keyed = (promoCode: string) =>
    shop.app.inject({
      method: 'POST',
      url: `${path}?api_key=demo-web`,
      headers: { authorization: `Bearer ${again.token}`, 'idempotency-key': 'promo-1' },
      payload: { orderKey: again.order.orderKey, promoCode },
    })
  const first = await keyed(one.code)
  const second = await keyed(one.code)
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(second.json()).toEqual(first.json())
  expect((await keyed(other.code)).json().error.code).toBe('IdempotencyKeyReused')
})

test('holds both the places and the code, or neither', async () => {
  const { eventId } = event
  const path = '/v2/orders/reserve/promo'
  const least = await promo({ ticketsMin: 100_000 })
  const good = await promo()
  const { order, token } = await draft()
  const { orderKey } = order
  const placeId = (place += 1)
  const seats = [{ ticketTypeId: event.seatTypes['a']?.ticketTypeId, placeId }]
  const floor = [{ ticketTypeId: event.poolTypes[1]?.ticketTypeId, quantity: 3 }]
  const read = async () => (await shop.get(`/v2/orders/details?orderKey=${orderKey}`, token)).body
  const summaryOf = ({ lines, totals }: Reply) => [
    totals,
    lines.map(({ kind, quantity, placeId: seat }: Reply) => ({ kind, quantity, seat })),
  ]
  for (const [promoCode, code] of [
    ['NOTHING', 'PromoCodeUnknown'],
    [least.code, 'PromoCodeMinimum'],
  ] as const)
    for (const chosen of [{ seats }, { places: floor }]) {
      const refused = await shop.post(path, { eventId, orderKey, ...chosen, promoCode }, token)
      expect(refused.body.error.code).toBe(code)
      expect(summaryOf(await read())).toEqual(summaryOf(order))
    }
  const both = await Promise.all(
    [1, 2].map(() =>
      shop.post(path, { eventId, orderKey, places: floor, promoCode: good.code }, token),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { lines } = await read()
  const sum = (kind: string) =>
    lines
      .filter((line: Reply) => line.kind === kind)
      .reduce((all: number, line: Reply) => all + line.quantity, 0)
  expect([sum('Ticket'), sum('PromoCode')]).toEqual([4, 1])
  expect((await shop.post(path, { eventId, orderKey, seats, promoCode: 'X' })).status).toBe(401)
})

test('holds both the parts of a package and the code, or neither', async () => {
  const concert = await makeEvent(shop.context)
  const { eventId, merchantId } = concert
  const seats = await makeEvent(shop.context)
  const ofPackage = { eventId, merchantId, poolId: 1, priceMinor: 9_000 }
  const packageType = await makeTicketType(shop.context, ofPackage)
  await shop.context.db
    .insertInto('package_part')
    .values({
      package_type_id: packageType,
      position: 1,
      part_type_id: seats.seatTypes['a']?.ticketTypeId ?? 0,
      quantity: 2,
    })
    .execute()
  const { order, token } = await draft()
  const { orderKey } = order
  const take = async (terms: Terms) => {
    const { code: promoCode } = await promo(terms)
    const places = [{ ticketTypeId: packageType, quantity: 1 }]
    const body = { eventId, orderKey, places, promoCode }
    return (await shop.post('/v2/orders/reserve/promo', body, token)).body
  }
  expect((await take({ ticketsMin: 100_000 })).error.code).toBe('PromoCodeMinimum')
  const { lines } = (await shop.get(`/v2/orders/details?orderKey=${orderKey}`, token)).body
  expect(lines).toHaveLength(order.lines.length)
  const { totals } = await take({})
  expect(totals).toMatchObject({ tickets: { amount: 14_000 }, takenOff: { amount: -2_800 } })
})

test('an operator sees what a code is restricted to by name', async () => {
  const { eventId, merchantId } = event
  const { code } = await promo({ eventIds: [eventId], merchantId })
  const { codes } = await readOffice(shop.context, [eventSource], { code })
  const [item] = codes[0]?.items ?? []
  expect(item).toEqual({
    itemId: eventId,
    name: expect.stringMatching(/, \d\d:\d\d$/),
    note: expect.stringMatching(/\S/),
  })
  expect(codes[0]?.merchantName).toMatchObject({ en: expect.stringMatching(/\S/) })
  const found = await eventSource.findItems?.(shop.context, String(eventId))
  expect(found?.map(({ itemId }) => itemId)).toEqual([eventId])
})
