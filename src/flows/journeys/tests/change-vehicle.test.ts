/**
 * Goal: a run that has passengers gets another vehicle: everybody keeps a seat where there is one, tickets and inventory
 * agree, money goes back for lower classes and lost seats, nothing happens halfway. Method: a small line, seats bought and
 * held over HTTP, the call of the carrier's staff; crashes before every statement; concurrent buyers.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ticketStatus } from '#contract/enumerations.ts'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import { returnParts } from '#flows/returns/server/return-parts.ts'
import { withholdPlaces } from '#modules/inventory/server/public-api.ts'
import { openRun, readRuns } from '#modules/timetable/server/public-api.ts'
import { writeVehicleChanged } from '#modules/transport/server/public-api.ts'
import { changeVehicle } from '../../../modules/transport/server/swap/change-vehicle.ts'
import { makeLine, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { callbackOf, expectOk, startPayment } from '../../../../tests/hostile/purchases.ts'
import {
  buyer,
  openHostileShop,
  type HostileShop,
  type Reply,
} from '../../../../tests/hostile/shop.ts'
import { crashesDuring, crashStride } from '../../checkout/tests/simulated-crash.ts'
import { brokenInvariants } from '../../returns/tests/invariants.ts'
import { expectRefusedWithoutSeat } from './refused-without-seat.ts'
import { placesThatDisagree } from './place-agreement.ts'
import { makeVehicle } from './vehicles.ts'

let shop: HostileShop
let line: MadeLine
let staff: string
let runId: number

beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  line = await makeLine(shop.context)
  staff = await shop.staff(line.merchantId)
  runId = line.runIds[0]
})
afterEach(async () => {
  while ((await executeRefunds(shop.context, shop.ports.checkout)) > 0)
    shop.context.clock.advance(60)
  expect(await brokenInvariants(shop.context)).toEqual([])
  expect(await placesThatDisagree(shop.context, runId)).toEqual([])
})

interface Bought {
  readonly token: string
  readonly orderKey: string
  readonly payId: string | null
}

/** Seats held by a new customer; paid unless `isHeld`. */
async function buy(
  placeIds: readonly number[],
  { legFrom = 0, legTo = 3, isHeld = false } = {},
): Promise<Bought> {
  const token = await shop.customer()
  const passengers = placeIds.map((placeId) => ({ placeId }))
  const { orderKey, segments } = await expectOk(
    shop.post('/v2/transport/choose', { segments: [{ runId, legFrom, legTo, passengers }] }, token),
  )
  if (isHeld) return { token, orderKey, payId: null }
  const named = segments[0].tickets.map(({ lineId }: Reply, index: number) => ({
    lineId,
    givenName: `Nino ${'I'.repeat(index + 1)}`,
    familyName: 'Beridze',
  }))
  return { token, orderKey, payId: await pay({ token, orderKey }, named) }
}

async function pay({ token, orderKey }: Pick<Bought, 'token' | 'orderKey'>, passengers: unknown) {
  const details = { orderKey, buyer, acceptTerms: true, passengers }
  await expectOk(shop.post('/v2/orders/checkout', details, token))
  const { payId } = await startPayment(shop, orderKey, token)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  const taken = shop.bank.payments().find((one) => one.payId === payId)
  if (taken) taken.paidAt = Date.now() - 2 * 86_400_000
  return payId
}

const change = (vehicleTypeId: number, rest: object = {}, token = staff) =>
  shop.post('/v2/merchantusers/runs/change-vehicle', { runId, vehicleTypeId, ...rest }, token)
const codeOf = async (vehicleTypeId: number, rest: object = {}, token = staff) =>
  (await change(vehicleTypeId, rest, token)).body.error?.code

const ticketsOf = async ({ token }: Bought): Promise<Reply[]> =>
  (await expectOk(shop.get('/v2/tickets', token))).tickets
const seatsOf = async (bought: Bought) => (await ticketsOf(bought)).map(({ seat }) => seat)
const vehicleNow = async () => (await readRuns(shop.context, [runId]))[0]?.vehicle.vehicleTypeId

describe('another vehicle', () => {
  test('everybody moves with their stretch, codes stay good, held seats can be paid, and holders are told', async () => {
    const pair = await buy([5, 6], { legTo: 2 })
    const later = await buy([5], { legFrom: 2 })
    const held = await buy([9], { isHeld: true })
    const codes = (await ticketsOf(pair)).map(({ code }) => code)
    const other = await makeVehicle(shop.context, line, { seats: 8, coaches: 2, labelsFrom: 100 })
    const dry = await expectOk(change(other, { isDryRun: true }))
    expect(dry).toMatchObject({ isDone: false, seatCount: 4, seatsMoved: 4, withoutSeat: 0 })
    expect(dry.parties).toHaveLength(3)
    expect(dry.parties[0].seats[0]).toMatchObject({
      passenger: expect.stringContaining('Beridze'),
      from: { coach: null, seat: expect.any(String) },
      to: { coach: expect.stringContaining('Coach'), seat: expect.stringMatching(/^10/) },
    })
    expect(await vehicleNow()).toBe(line.vehicleTypeId)
    expect(await seatsOf(pair)).toEqual(['5', '6'])
    expect(await expectOk(change(other))).toMatchObject({ ...dry, isDone: true })
    expect(await vehicleNow()).toBe(other)
    const after = await ticketsOf(pair)
    expect(after.map(({ code }) => code)).toEqual(codes)
    const numbers = after.map(({ seat }) => Number(seat)).toSorted((a, b) => a - b)
    expect(numbers[0]).toBeGreaterThan(100)
    expect((numbers[1] ?? 0) - (numbers[0] ?? 0), 'side by side').toBeLessThanOrEqual(2)
    expect(after[0]).toMatchObject({ section: expect.stringContaining('Coach') })
    expect(after[0].alerts[0].header).toContain('Another vehicle')
    expect(Number((await seatsOf(later))[0])).toBeGreaterThan(100)
    const { segments } = await expectOk(
      shop.get(`/v2/transport/order?orderKey=${held.orderKey}`, held.token),
    )
    const [{ lineId }] = segments[0].tickets
    await pay(held, [{ lineId, givenName: 'Ana', familyName: 'Lomidze' }])
    expect(Number((await seatsOf(held))[0])).toBeGreaterThan(100)
    expect((await ticketsOf(held))[0]?.alerts[0].header, 'chosen before').toContain('Another')
    shop.context.clock.advance(1)
    const afterwards = await buy([8])
    expect((await ticketsOf(afterwards))[0]?.alerts, 'bought for this vehicle').toEqual([])
    // Repeated, it changes nothing and tells nobody.
    const told = await letters()
    expect(told).toHaveLength(2)
    expect(await expectOk(change(other))).toMatchObject({ seatsMoved: 0, parties: [] })
    expect(await letters()).toEqual(told)
    const sent = await send(told[0] as Letter)
    expect(sent).toMatchObject([{ to: buyer.email }])
    expect(sent[0]?.text).toMatch(/Coach [12], seat 10\d/)
    const { rows } = await sql<{ subject: { seats: string } }>`
      select subject from notice where notice_key like ${`vehicle ${runId} %`}`.execute(
      shop.context.db,
    )
    expect(rows.map(({ subject }) => subject.seats)).toEqual(['moved', 'moved'])
  })

  test('who finds no seat rebooks with the party or is refunded, only if the carrier has confirmed it', async () => {
    const all = [await buy([1, 2]), await buy([3, 4]), await buy([5, 6], { isHeld: true })]
    const [, second, held] = all as [Bought, Bought, Bought]
    const small = await makeVehicle(shop.context, line, { seats: 3 })
    const refused = await change(small)
    expect(refused.body.error).toMatchObject({ code: 'VehicleTooSmall', detail: { seats: 1 } })
    expect(await vehicleNow()).toBe(line.vehicleTypeId)
    const done = await expectOk(change(small, { withoutSeatMax: 1 }))
    expect(done).toMatchObject({ withoutSeat: 1, heldReleased: 2 })
    expect(done.parties[0].seats.some(({ to }: Reply) => to === null)).toBe(true)
    const run = await expectOk(shop.get(`/v2/merchantusers/runs/run?runId=${runId}`, staff))
    expect(run).toMatchObject({ capacity: 3, sold: 3, held: 0, withoutSeat: 1 })
    expect(run.legs).toEqual([1, 2, 3].map(() => ({ sold: 3, held: 0 })))
    const freed = await expectOk(
      shop.get(`/v2/orders/details?orderKey=${held.orderKey}`, held.token),
    )
    expect(freed.totals.total).toMatchObject({ amount: 0 })
    const tickets = [...(await ticketsOf(all[0] as Bought)), ...(await ticketsOf(second))]
    const [lost, ...others] = tickets.filter(({ seat }) => seat === null)
    expect(others).toEqual([])
    await expectRefusedWithoutSeat(shop, { runId, staff, lost })
    const header = expect.stringContaining('no seat left')
    const text = expect.stringContaining('changed the vehicle')
    expect(lost.alerts, 'none tells where to sit').toEqual([{ header, text, url: null }])
    const holder = (await seatsOf(second)).includes(null) ? second : (all[0] as Bought)
    const offered = await expectOk(
      shop.get(`/v2/transport/rebooking?ticketIdentifier=${lost.ticketIdentifier}`, holder.token),
    )
    expect(offered).toMatchObject({ reason: 'no-seat' })
    expect(offered.ticketIdentifiers).toHaveLength(2)
    expect(offered.offers.map((offer: Reply) => offer.runId)).toContain(line.runIds[1])
    expect(await refundCancelled(shop.context, shop.ports.returns), 'a day to choose').toBe(0)
    shop.context.clock.advance(86_400)
    await refundCancelled(shop.context, shop.ports.returns)
    await executeRefunds(shop.context, shop.ports.checkout)
    const payment = shop.bank.payments().find(({ payId }) => payId === holder.payId)
    expect(payment?.returnedMinor, 'price and fee of one ticket').toBe(
      (payment?.capturedMinor ?? 0) / 2,
    )
    expect(await refundCancelled(shop.context, shop.ports.returns)).toBe(0)
  })

  test('nobody has to travel without the one who lost the seat: the party goes back whole, the others do not', async () => {
    runId = line.runIds[1]
    const pair = await buy([1, 2], { legTo: 1 })
    const others = await buy([1, 2], { legFrom: 1 })
    const quoteOf = async (bought: Bought) =>
      expectOk(shop.get(`/v2/tickets/return?orderKey=${bought.orderKey}`, bought.token))
    expect((await quoteOf(pair)).tickets[0].feeKept.amount).toBeGreaterThan(0)
    const small = await makeVehicle(shop.context, line, { seats: 1, labelsFrom: 50 })
    await expectOk(change(small, { withoutSeatMax: 2 }))
    const seated = (await ticketsOf(pair)).find(({ seat }) => seat !== null)
    expect(seated.alerts[0].header).toContain('no seat any more')
    expect(seated.event).toMatchObject({ isCancelled: false, fullRefundUntil: expect.any(String) })
    const { rows } = await sql<{ at: Date }>`
      select departs_at as at from run where id = ${runId}`.execute(shop.context.db)
    const departsAt = rows[0]?.at.getTime() ?? 0
    const now = shop.context.clock.now()
    // The carrier changes tickets until an hour before.
    shop.context.clock.set(new Date(departsAt - 60_000))
    const path = `/v2/orders/tickets?orderNumber=${seated.orderNumber}`
    const cards = (await expectOk(shop.get(path, pair.token))).tickets
    for (const { hand } of cards) expect(hand.changePath).not.toBeNull()
    shop.context.clock.set(now)
    const whole = await quoteOf(pair)
    expect(whole.tickets.map(({ refusal }: Reply) => refusal)).toEqual([null, null])
    await expectOk(shop.post('/v2/tickets/return', { quote: whole.quote }, pair.token))
    await executeRefunds(shop.context, shop.ports.checkout)
    const payment = shop.bank.payments().find(({ payId }) => payId === pair.payId)
    expect(payment?.returnedMinor, 'fees included').toBe(payment?.capturedMinor)
    // Even after the automatic refund of the one, until the departure.
    shop.context.clock.advance(86_400)
    await refundCancelled(shop.context, shop.ports.returns)
    const later = await quoteOf(others)
    const staying = later.tickets.find(({ refusal }: Reply) => refusal === null)
    expect([later.deduction.amount, staying.fee.amount > 0, staying.feeKept.amount]).toEqual([
      0,
      true,
      0,
    ])
    shop.context.clock.set(new Date(departsAt + 3 * 3_600_000))
    expect((await quoteOf(others)).quote).toBeNull()
  })

  test('tickets that lose their seats on different days each have their own day to choose', async () => {
    const bought = await buy([1, 2, 3])
    const lostOf = async () => (await ticketsOf(bought)).filter(({ event }) => event.isCancelled)
    const refundedNow = async () => {
      await refundCancelled(shop.context, shop.ports.returns)
      await executeRefunds(shop.context, shop.ports.checkout)
      const payment = shop.bank.payments().find(({ payId }) => payId === bought.payId)
      return (3 * (payment?.returnedMinor ?? 0)) / (payment?.capturedMinor ?? 1)
    }
    await expectOk(
      change(await makeVehicle(shop.context, line, { seats: 2 }), { withoutSeatMax: 1 }),
    )
    expect(await lostOf()).toHaveLength(1)
    shop.context.clock.advance(43_200)
    await expectOk(
      change(await makeVehicle(shop.context, line, { seats: 1 }), { withoutSeatMax: 2 }),
    )
    expect(await lostOf()).toHaveLength(2)
    shop.context.clock.advance(43_200)
    expect(await refundedNow(), 'tickets refunded after a day').toBe(1)
    expect((await lostOf()).filter(({ status }) => status === ticketStatus.Active)).toHaveLength(1)
    shop.context.clock.advance(43_200)
    expect(await refundedNow(), 'tickets refunded half a day later').toBe(2)
  })

  test('a larger vehicle seats them again', async () => {
    const pair = await buy([1, 2])
    const small = await makeVehicle(shop.context, line, { seats: 1 })
    await expectOk(change(small, { withoutSeatMax: 1 }))
    expect(await seatsOf(pair)).toContain(null)
    await expectOk(change(line.vehicleTypeId))
    expect(await seatsOf(pair)).not.toContain(null)
    for (const { event, alerts } of await ticketsOf(pair)) {
      expect(event.fullRefundUntil).toBeNull()
      expect(JSON.stringify(alerts)).not.toContain('no seat any more')
    }
    shop.context.clock.advance(86_400)
    expect(await refundCancelled(shop.context, shop.ports.returns)).toBe(0)
  })

  test('the difference to a lower class goes back, once', async () => {
    const first = await makeVehicle(shop.context, line, { seats: 6, firstClass: 2 })
    await expectOk(change(first))
    const bought = await buy([1])
    const standard = await makeVehicle(shop.context, line, { seats: 6 })
    const done = await expectOk(change(standard))
    expect(done).toMatchObject({ inLowerClass: 1, goesBack: { amount: 2_000 } })
    await expectOk(change(first))
    expect(await expectOk(change(standard)), 'paid back before').toMatchObject({
      inLowerClass: 1,
      goesBack: { amount: 0 },
    })
    expect(await returnParts(shop.context, shop.ports.returns)).toBe(1)
    expect(await returnParts(shop.context, shop.ports.returns)).toBe(0)
    await executeRefunds(shop.context, shop.ports.checkout)
    const payment = shop.bank.payments().find(({ payId }) => payId === bought.payId)
    expect(payment?.returnedMinor).toBe(2_000)
    expect(await seatsOf(bought)).not.toContain(null)
  })

  test('withheld places stay withheld where the vehicle has them, and kept-back ones are not sold', async () => {
    const offeringId = await offeringOf()
    await withholdPlaces(shop.context, { offeringId, placeIds: [3, 11], isKept: true })
    const pair = await buy([1, 2])
    const other = await makeVehicle(shop.context, line, { seats: 8, keptBack: [8] })
    expect(await expectOk(change(other))).toMatchObject({ withheldLost: 3, seatsMoved: 0 })
    const { rows } = await sql<{ placeId: number }>`
      select distinct place_id as "placeId" from place_leg where offering_id = ${offeringId} and state = 3
      order by 1`.execute(shop.context.db)
    expect(rows.map(({ placeId }) => placeId)).toEqual([3, 8])
    expect(await seatsOf(pair)).toEqual(['1', '2'])
  })

  test('a run that nobody has opened gets it as well', async () => {
    const { rows } = await sql<{ id: number }>`
      select run.id from run join trip on trip.id = run.trip_id join trip_pattern on trip_pattern.id = trip.pattern_id
      where trip_pattern.route_id = ${line.routeId} and run.offering_id is null and run.departs_at > ${shop.context.clock.now()}`.execute(
      shop.context.db,
    )
    runId = rows[0]?.id ?? 0
    const other = await makeVehicle(shop.context, line, { seats: 4 })
    await expectOk(change(other))
    expect(await vehicleNow()).toBe(other)
    const opened = await openRun(shop.context, runId)
    const places = await sql`
      select distinct place_id from place_leg where offering_id = ${opened.ok ? opened.value : 0}`.execute(
      shop.context.db,
    )
    expect(places.rows).toHaveLength(4)
  })
})

describe('refused', () => {
  test('runs and vehicles of others, cancelled and ended runs', async () => {
    const other = await makeVehicle(shop.context, line, { seats: 12 })
    const stranger = await makeLine(shop.context)
    expect(await codeOf(other, {}, await shop.staff(stranger.merchantId))).toBe('NotFound')
    expect(await codeOf(stranger.vehicleTypeId)).toBe('NotFound')
    expect(await codeOf(2_147_483_647)).toBe('NotFound')
    expect(await codeOf(other, { withoutSeatMax: -1 })).toBe('BadRequest')
    const path = `/v2/merchantusers/runs/vehicles?runId=${runId}`
    const strangers = await shop.get(path, await shop.staff(stranger.merchantId))
    expect(strangers.body.error?.code).toBe('NotFound')
    const { vehicles, isChangeable } = await expectOk(shop.get(path, staff))
    expect(isChangeable).toBe(true)
    expect(vehicles.map(({ vehicleTypeId }: Reply) => vehicleTypeId)).toEqual([
      line.vehicleTypeId,
      other,
    ])
    await sql`update run set status = 1 where id = ${runId}`.execute(shop.context.db)
    expect(await codeOf(other)).toBe('RunNotChangeable')
    await sql`update run set status = 0, arrives_at = ${shop.context.clock.now()}, trip_id = trip_id
      where id = ${runId}`.execute(shop.context.db)
  })
})

describe('nothing happens halfway', () => {
  test('a process that dies before any statement changes nothing; the next attempt does it once', async () => {
    const pair = await buy([1, 2], { legTo: 2 })
    await buy([3], { isHeld: true })
    const small = await makeVehicle(shop.context, line, { seats: 1, labelsFrom: 50 })
    const wanted = { runId, vehicleTypeId: small, isDryRun: false, withoutSeatMax: 1 }
    const { rows } = await sql<{ id: string }>`
      select id from staff where merchant_id = ${line.merchantId}`.execute(shop.context.db)
    const actor = {
      kind: 'staff',
      staffSessionId: '',
      staffId: rows[0]?.id ?? '',
      merchantId: line.merchantId,
      role: 'owner',
    } as const
    const context = { ...shop.context, actor }
    const before = await seatsOf(pair)
    let statements = 0
    for (;;) {
      const died = await crashesDuring(context as never, statements, (dying) =>
        changeVehicle(dying, actor, wanted),
      )
      if (!died) break
      expect(await vehicleNow()).toBe(line.vehicleTypeId)
      expect(await seatsOf(pair)).toEqual(before)
      expect(await placesThatDisagree(shop.context, runId)).toEqual([])
      statements += crashStride
    }
    expect(statements).toBeGreaterThan(15)
    expect(await vehicleNow()).toBe(small)
    expect((await seatsOf(pair)).toSorted()).toEqual(['51', null])
    expect(await letters()).toHaveLength(1)
  })

  test('buyers, payments, releases and another change at the same time', async () => {
    const other = await makeVehicle(shop.context, line, { seats: 10, labelsFrom: 20 })
    const bought = [await buy([1, 2]), await buy([3, 4], { legTo: 1 })]
    const held = [await buy([7], { isHeld: true }), await buy([8], { isHeld: true })]
    const hold = async (placeId?: number) => {
      const passengers = [placeId === undefined ? {} : { placeId }]
      return shop.post(
        '/v2/transport/choose',
        { segments: [{ runId, legFrom: 0, legTo: 3, passengers }] },
        await shop.customer(),
      )
    }
    const answers = await Promise.all([
      change(other),
      hold(),
      hold(5),
      hold(),
      change(line.vehicleTypeId),
      shop.post('/v2/orders/unreserve', { orderKey: held[0]?.orderKey }, held[0]?.token ?? ''),
      hold(6),
      change(other),
      hold(),
    ])
    const codes = answers.map(({ status, body }) => (status < 300 ? 'ok' : body.error?.code))
    for (const code of codes)
      expect([
        'ok',
        'SeatNotAvailable',
        'NoSeatsLeft',
        'NotFound',
        'OrderStatusNotAllowed',
      ]).toContain(code)
    for (const index of [0, 4, 7]) expect(codes[index]).toBe('ok')
    expect(await placesThatDisagree(shop.context, runId)).toEqual([])
    for (const one of bought) expect(await seatsOf(one)).not.toContain(null)
  })

  test('a seat that was selected or quoted in the older vehicle is not taken in this one', async () => {
    // Prices of the line are the same from now on.
    const other = await makeVehicle(shop.context, line, { seats: 12, labelsFrom: 30 })
    const bought = await buy([2])
    const [{ ticketIdentifier }] = (await ticketsOf(bought)) as [Reply]
    const stretch = { runId, legFrom: 0, legTo: 3 }
    const asked = `ticketIdentifier=${ticketIdentifier}&runId=${runId}&legFrom=0&legTo=3&placeId=7`
    const { quote } = await expectOk(shop.get(`/v2/transport/changes/quote?${asked}`, bought.token))
    const shown = await expectOk(shop.get(`/v2/transport/seats?runId=${runId}&legFrom=0&legTo=3`))
    expect(shown.vehicleTypeId).toBe(line.vehicleTypeId)
    await expectOk(change(other))
    const late = await shop.post('/v2/transport/changes', { quote }, bought.token)
    expect(late.body.error?.code).toBe('QuoteChanged')
    const select = (vehicleTypeId: number) =>
      shop.post('/v2/transport/choose', {
        segments: [{ ...stretch, vehicleTypeId, passengers: [{ placeId: 7 }] }],
      })
    const refused = await select(shown.vehicleTypeId)
    expect(refused.body.error?.code).toBe('SeatNotAvailable')
    await expectOk(select(other))
  })

  test('a late payment does not take the place that has its old number now', async () => {
    const late = await buy([2], { isHeld: true })
    const { segments } = await expectOk(
      shop.get(`/v2/transport/order?orderKey=${late.orderKey}`, late.token),
    )
    const passengers = [
      { lineId: segments[0].tickets[0].lineId, givenName: 'Ana', familyName: 'Lomidze' },
    ]
    const details = { orderKey: late.orderKey, buyer, acceptTerms: true, passengers }
    await expectOk(shop.post('/v2/orders/checkout', details, late.token))
    const { payId } = await startPayment(shop, late.orderKey, late.token)
    await sql`update place_leg set held_until = ${shop.context.clock.now()} where state = 1`.execute(
      shop.context.db,
    )
    shop.context.clock.advance(1)
    const other = await makeVehicle(shop.context, line, { seats: 12, labelsFrom: 30 })
    await expectOk(change(other))
    shop.bank.pay(payId, { kind: 'approve' })
    await callbackOf(shop, payId)
    await shop.post('/v2/orders/complete', { orderKey: late.orderKey }, late.token)
    expect(await ticketsOf(late)).toEqual([])
    const { rows } = await sql`
      select from place_leg where offering_id = ${await offeringOf()} and state = 2`.execute(
      shop.context.db,
    )
    expect(rows).toEqual([])
  })
})

async function offeringOf(): Promise<number> {
  return (await readRuns(shop.context, [runId]))[0]?.offeringId ?? 0
}

interface Letter {
  readonly orderId: number
  readonly runId: number
  readonly lineIds: readonly number[]
}

async function letters(): Promise<Letter[]> {
  const { rows } = await sql<{ data: Letter }>`
    select data from pgboss.job where name = 'vehicle-changed-letter' and (data ->> 'runId')::int = ${runId}
    order by created_on, id`.execute(shop.context.db)
  return rows.map(({ data }) => data)
}

async function send(letter: Letter): Promise<{ to: string; text: string }[]> {
  const sent: { to: string; text: string }[] = []
  const mailer = {
    send: async (mail: { to: string; text: string }) => void sent.push(mail),
    close: () => undefined,
  }
  const context = { ...shop.context, origin: 'http://x' }
  await writeVehicleChanged(context, mailer as never, letter, { id: '1', ...shop.ports.tickets })
  // A buyer without an account can open it.
  for (const { text } of sent) expect(text).toMatch(/\/tickets\/[0-9a-f-]{36}\/[\w-]{43}/)
  return sent
}
