/**
 * Goal: a seat on a leg is sold once, even to concurrent callers; a passenger without one seat for the whole way may
 * change seats, and pays once. Method: small buses over HTTP, many concurrent callers; what is held is counted in the
 * database.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { throwSwitch } from '#platform/switches.ts'
import { makeLine, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

const choose = (segments: readonly object[], token: string, more: object = {}) =>
  shop.post('/v2/transport/choose', { segments, ...more }, token)

const segmentOf = (
  line: MadeLine,
  legFrom: number,
  legTo: number,
  passengers: object[] = [{}],
) => ({
  runId: line.runIds[0],
  legFrom,
  legTo,
  passengers,
})

const party = (count: number) => Array.from({ length: count }, () => ({}))

const heldLegs = async ({ runIds }: MadeLine): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from place_leg join run on run.offering_id = place_leg.offering_id
    where run.id = ${runIds[0]} and state = 1`.execute(shop.context.db)
  return rows[0]?.count ?? 0
}

test('twenty at once for twelve seats: twelve have one each, and the last leg of a taken seat is sold again', async () => {
  const line = await makeLine(shop.context, { seatCount: 12 })
  const tokens = await Promise.all(Array.from({ length: 20 }, () => shop.guest()))
  const answers = await Promise.all(tokens.map((token) => choose([segmentOf(line, 0, 2)], token)))
  const granted = answers.filter(({ status }) => status === 200)
  expect(granted).toHaveLength(12)
  const seats = granted.map(({ body }) => body.segments[0].tickets[0].placeId)
  expect(new Set(seats).size).toBe(12)
  const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.code)
  expect(new Set(codes)).toEqual(new Set(['NoSeatsLeft']))
  expect(await heldLegs(line)).toBe(24)
  await expectOk(choose([segmentOf(line, 2, 3)], await shop.guest()))
})

test('no seat is free all the way: refused, or changed on the way where that was asked for, at one price', async () => {
  const line = await makeLine(shop.context, { seatCount: 2 })
  const other = await shop.guest()
  await expectOk(choose([segmentOf(line, 2, 3, [{ placeId: 1 }])], other))
  await expectOk(choose([segmentOf(line, 0, 1, [{ placeId: 2 }])], other))
  const token = await shop.guest()
  const refused = await choose([segmentOf(line, 0, 3)], token)
  expect(refused.body.error.code).toBe('NoSeatsLeft')
  const types = await expectOk(
    shop.get(`/v2/transport/ticket-types?runId=${line.runIds[0]}&legFrom=0&legTo=3`),
  )
  const order = await expectOk(choose([{ ...segmentOf(line, 0, 3), mayChangeSeats: true }], token))
  const [{ tickets, seatChanges }] = order.segments
  expect(tickets.map(({ placeId, legFrom, legTo }: Reply) => [placeId, legFrom, legTo])).toEqual([
    [1, 0, 2],
    [2, 2, 3],
  ])
  expect(seatChanges).toMatchObject([{ from: '1', to: '2' }])
  expect(order.total).toEqual(types.classes[0].riders[0].total)
  // The parts are returned together.
  const lineIds = [tickets[1].lineId]
  await expectOk(shop.post('/v2/orders/unreserve', { orderKey: order.orderKey, lineIds }, token))
  expect(await heldLegs(line)).toBe(2)
})

test('nobody takes more than nine, from after to, past runs, riders or seats that do not exist', async () => {
  const line = await makeLine(shop.context, { seatCount: 12 })
  const token = await shop.guest()
  const codeOf = async (segment: object) => (await choose([segment], token)).body.error.code
  expect(await codeOf(segmentOf(line, 2, 1))).toBe('BadRequest')
  expect(await codeOf(segmentOf(line, 0, 9))).toBe('BadRequest')
  expect(await codeOf(segmentOf(line, 0, 1, party(10)))).toBe('BadRequest')
  expect(await codeOf(segmentOf(line, 0, 1, [{ rider: 'ghost' }]))).toBe('PassengerNotAllowed')
  const missing = await choose([segmentOf(line, 0, 1, [{ placeId: 12 }, { placeId: 13 }])], token)
  expect(missing.body.error).toMatchObject({
    code: 'SeatNotAvailable',
    detail: { placeIds: [13] },
  })
  expect(await heldLegs(line)).toBe(0)
  const order = await expectOk(choose([segmentOf(line, 0, 1, party(6))], token))
  const { orderKey } = order
  const more = await choose([segmentOf(line, 0, 1, party(4))], token, { orderKey })
  expect(more.body.error.code).toBe('TotalCountIsInvalid')
  const stranger = await choose([segmentOf(line, 0, 1)], await shop.guest(), { orderKey })
  expect(stranger.body.error.code).toBe('OrderNotFound')
  const { rows } = await sql<{ at: Date }>`
    select departs_at as at from run where id = ${line.runIds[0]}`.execute(shop.context.db)
  shop.context.clock.set(new Date((rows[0]?.at.getTime() ?? 0) + 1_000))
  expect(await codeOf(segmentOf(line, 0, 1))).toBe('JourneyNotSold')
  await expectOk(choose([segmentOf(line, 1, 2)], await shop.guest()))
})

test('maintenance suspends the sale of one carrier: nothing is held until it is over, and what is held can be paid', async () => {
  const line = await makeLine(shop.context, { brand: 'metrogeorgia', seatCount: 4 })
  const other = await makeLine(shop.context, { seatCount: 4 })
  const token = await shop.guest()
  const held = await expectOk(choose([segmentOf(line, 0, 1)], token))
  const codeOf = async (asked: MadeLine) =>
    (await choose([segmentOf(asked, 0, 1)], await shop.guest())).body.error?.code
  const turn = (isOn: boolean) =>
    throwSwitch(shop.context, { key: 'metrogeorgia-maintenance', isOn })
  await turn(true)
  await expireCaches(2_000)
  await expect.poll(() => codeOf(line)).toBe('SaleSuspended')
  expect(await codeOf(other)).toBeUndefined()
  const [from, , to] = line.placeCodes
  const book = { scheduleId: line.runIds[0], from, to, seat: 3 }
  const salesOf = async (asked: MadeLine) => {
    const [start, , end] = asked.placeCodes
    const { journeys } = await expectOk(
      shop.get(`/v2/transport/journeys?from=${start}&to=${end}&date=${asked.date}`),
    )
    return journeys.map(({ sale }: Reply) => sale)
  }
  await expect.poll(() => salesOf(line)).toEqual(['suspended'])
  expect(await salesOf(other)).toEqual(['open'])
  const before = await heldLegs(line)
  const named = await shop.post('/groot/Metro/book-seat', book, await shop.guest())
  expect(named.body.error.code).toBe('SaleSuspended')
  expect(await heldLegs(line)).toBe(before)
  await expectOk(shop.get(`/groot/Orders/checkout/${held.orderKey}`, token))
  await turn(false)
  await expireCaches(2_000)
  await expect.poll(() => codeOf(line)).toBeUndefined()
})

test('a promo code is for what goes to a town or along a line, and takes off those tickets alone', async () => {
  const line = await makeLine(shop.context)
  const operator = await shop.operator()
  const [, , far] = line.placeCodes
  const find = async (query: string): Promise<Reply[]> =>
    (
      await expectOk(
        shop.get(`/v2/operator/promotions/groups?source=transport&query=${query}`, operator),
      )
    ).groups
  const number = /^town-(\d+)-/.exec(far ?? '')?.[1] ?? ''
  const toFar = (await find(`Town ${number} 2`)).find(({ key }) => key === `to-${far}`)
  expect(toFar?.name.en).toBe(`… → Town ${number} 2`)
  expect((await find('Line')).map(({ key }) => key)).toContain(`line-${line.routeId}`)
  const terms = { percent: 50, borneBy: 'house', isCombined: false, isActive: true }
  const save = (more: object) =>
    shop.post('/v2/operator/promotions/codes', { ...terms, ...more }, operator)
  const unknown = await save({ source: 'transport', groups: ['to-nowhere'] })
  expect(unknown.body.error.fields[0].path).toBe('body.groups')
  const sourceless = await save({ groups: [`to-${far}`] })
  expect(sourceless.body.error.fields[0].path).toBe('body.source')
  const groups = [`to-${far}`]
  const { code } = await expectOk(save({ code: `FAR${number}AA`, source: 'transport', groups }))
  const saved = await expectOk(shop.get('/v2/operator/promotions', operator))
  expect(saved.codes.find(({ codeId }: Reply) => codeId === code.codeId).groups).toMatchObject([
    { key: `to-${far}` },
  ])

  const token = await shop.guest()
  const order = await expectOk(choose([segmentOf(line, 0, 2), segmentOf(line, 2, 3)], token))
  const [{ tickets }] = order.segments
  const applied = await expectOk(
    shop.post('/v2/orders/promo/apply', { orderKey: order.orderKey, promoCode: code.code }, token),
  )
  const discount = applied.lines.find(({ kind }: Reply) => kind === 'PromoCode')
  const covered = applied.lines.find(({ lineId }: Reply) => lineId === tickets[0].lineId)
  expect(discount.amount.amount).toBe(-Math.round(covered.amount.amount / 2))
})
