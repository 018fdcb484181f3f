/**
 * Goal: terms that a carrier's staff set apply to orders from then on, and orders whose terms were accepted before keep
 * what they were sold under. Method: a small line, seats bought over HTTP before and after a change, quotes of returns.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { readPolicies } from '#modules/returns/server/public-api.ts'
import { syncReturnTerms } from '#modules/transport/server/public-api.ts'
import { ticketTypeOf } from '../../../modules/transport/server/names.ts'
import { makeLine, payFor, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

const base = '/v2/merchantusers/terms'
let shop: HostileShop
let line: MadeLine
let staff: string

beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  line = await makeLine(shop.context, { terms: { serviceFeeMinor: 0 } })
  staff = await shop.staff(line.merchantId)
  await syncReturnTerms(shop.context)
  // Policies are read once a second at most.
  await expireCaches(1_500)
})

const change = (body: object, token = staff) =>
  shop.post(base, { agencyId: line.agencyId, ...body }, token)
const terms = async (): Promise<Reply> =>
  expectOk(shop.get(`${base}?agencyId=${line.agencyId}`, staff))

interface Bought {
  readonly token: string
  readonly ticket: Reply
  readonly priceMinor: number
  readonly orderNumber: string
}

async function buy(): Promise<Bought> {
  const token = await shop.customer()
  const segments = [{ runId: line.runIds[1], legFrom: 0, legTo: 2, passengers: [{}] }]
  const held = await expectOk(shop.post('/v2/transport/choose', { segments }, token))
  const [{ lineId }] = held.segments[0].tickets
  const passengers = [{ lineId, givenName: 'Nino', familyName: 'Beridze' }]
  await payFor(shop, held.orderKey, { passengers, token })
  const { tickets } = await expectOk(shop.get('/v2/tickets', token))
  return { token, ticket: tickets[0], priceMinor: held.total.amount, orderNumber: held.orderNumber }
}

/** What is kept of a ticket's price if it is returned now, in percent. */
async function keptPercent({ token, ticket, priceMinor }: Bought): Promise<number> {
  const asked = `ticketIdentifier=${ticket.ticketIdentifier}`
  const { tickets } = await expectOk(shop.get(`/v2/tickets/return?${asked}`, token))
  return 100 - (100 * tickets[0].back.amount) / priceMinor
}

const tiers = (...all: readonly (readonly [number, number])[]) =>
  all.map(([hours, percent]) => ({
    untilSeconds: hours * 3_600,
    deductionBasisPoints: percent * 100,
  }))
const logged = async (): Promise<number> => {
  const { rows } = await sql`
    select from staff_log where merchant_id = ${line.merchantId} and action = 'carrier-terms.change'`.execute(
    shop.context.db,
  )
  return rows.length
}
const inForce = async () =>
  (await readPolicies(shop.context)).filter(
    ({ merchantId, until }) => merchantId === line.merchantId && until === undefined,
  )

test('refund tiers apply to orders from now on; those sold before keep theirs, also after a second change', async () => {
  const first = await buy()
  expect(await keptPercent(first)).toBe(10)
  const dry = await expectOk(
    change({
      refundTiers: tiers([1, 50]),
      isDryRun: true,
      example: { occupancyPercent: 0, hoursBefore: 20 },
    }),
  )
  expect(dry).toMatchObject({
    isChanged: true,
    example: { backBeforeBasisPoints: 9_000, backAfterBasisPoints: 5_000 },
  })
  expect((await terms()).refundTiers).toEqual(tiers([1, 10]))
  shop.context.clock.advance(1)
  await expectOk(change({ refundTiers: tiers([1, 50]) }))
  await expireCaches(1_500)
  expect((await inForce())[0]?.tiers[0]?.deductionBasisPoints).toBe(5_000)
  shop.context.clock.advance(1)
  const second = await buy()
  expect([await keptPercent(first), await keptPercent(second)]).toEqual([10, 50])
  shop.context.clock.advance(1)
  await expectOk(change({ refundTiers: tiers([2, 0], [1, 20]) }))
  await expireCaches(1_500)
  expect((await inForce())[0]?.tiers.length).toBe(2)
  shop.context.clock.advance(1)
  const third = await buy()
  expect([await keptPercent(first), await keptPercent(second), await keptPercent(third)]).toEqual([
    10, 50, 0,
  ])
  // The worker finds nothing to write, and repeating the change neither.
  expect(await syncReturnTerms(shop.context)).toBe(0)
  expect(await expectOk(change({ refundTiers: tiers([2, 0], [1, 20]) }))).toMatchObject({
    isChanged: false,
  })
  expect(await logged()).toBe(2)
})

test('price steps, riders and baggage are charged from now on; what is held keeps its price', async () => {
  const token = await shop.customer()
  const [runId] = line.runIds
  const types = async () =>
    expectOk(shop.get(`/v2/transport/ticket-types?runId=${runId}&legFrom=0&legTo=2`, token))
  const before = await types()
  const adult = before.classes[0].price.amount
  const segments = [{ runId, legFrom: 0, legTo: 2, passengers: [{}] }]
  const held = await expectOk(shop.post('/v2/transport/choose', { segments }, token))
  const { riders, baggage } = await terms()
  // The other half of the year than the run's, so that its season never applies.
  const isEarly = Number(line.date.slice(5, 7)) <= 6
  const season = isEarly
    ? { fromValue: 701, untilValue: 1201 }
    : { fromValue: 101, untilValue: 601 }
  const steps = [
    { kind: 'weekday', routeId: null, fromValue: 1, untilValue: 8, basisPoints: 15_000 },
    { kind: 'season', routeId: line.routeId, ...season, basisPoints: 5_000 },
  ]
  const cheaper = riders.map((rider: Reply) =>
    rider.code === 'child' ? { ...rider, discountBasisPoints: 10_000 } : rider,
  )
  const bag = { ...baggage[0], priceMinor: 777, perPassengerMax: 1 }
  const done = await expectOk(change({ steps, riders: cheaper, baggage: [bag] }))
  expect(done.terms.steps.map(({ kind }: Reply) => kind)).toEqual(['season', 'weekday'])
  const after = await types()
  // Only the step of the weekdays applies; prices are rounded to ten tetri.
  expect(after.classes[0].price.amount).toBe(Math.floor((adult * 1.5) / 10 + 0.5) * 10)
  const child = after.classes[0].riders.find(({ rider }: Reply) => rider === 'child')
  expect(child.price.amount).toBe(0)
  expect(after.baggage[0]).toMatchObject({ price: { amount: 777 }, perPassengerMax: 1 })
  const order = await expectOk(shop.get(`/v2/orders/details?orderKey=${held.orderKey}`, token))
  expect(order.totals.total.amount).toBe(adult)
  const [price] = done.example.prices
  expect(price).toMatchObject({ rider: 'Adult', currency: 'GEL' })
  expect(price.afterMinor).toBeGreaterThan(price.beforeMinor)
  expect(await logged()).toBe(1)
})

test('what contradicts itself, terms of others and other roles are refused, and nothing changes', async () => {
  const stranger = await makeLine(shop.context)
  const { merchantId } = line
  const boxOffice = await makeStaffToken(shop.context, { merchantId, role: 'box-office' })
  const before = await terms()
  const { changes, riders, baggage } = before
  const step = { kind: 'weekday', routeId: null, fromValue: 1, untilValue: 3, basisPoints: 9_000 }
  const paid = riders.map((rider: Reply) => ({ ...rider, discountBasisPoints: 100 }))
  const aged = riders.map((rider: Reply) => ({ ...rider, ageMin: 9, ageMax: 3 }))
  const refusals = [
    [await change({ refundTiers: tiers([1, 10], [2, 20]) }), 'RefundTiersWrong'],
    [await change({ refundTiers: tiers([2, 20], [1, 20]) }), 'RefundTiersWrong'],
    [await change({ refundTiers: tiers([2, 101]) }), 'BadRequest'],
    [await change({ changes: { ...changes, untilSeconds: 40 * 86_400 } }), 'ChangeTermsWrong'],
    [await change({ changes: { ...changes, feeMinor: -1 } }), 'BadRequest'],
    [await change({ changes: { ...changes, freeAfterDelaySeconds: 59 } }), 'BadRequest'],
    [await change({ riders: paid }), 'RidersWrong'],
    [await change({ riders: aged }), 'RidersWrong'],
    [await change({ riders: riders.slice(1) }), 'RidersWrong'],
    [await change({ riders: [...riders, { ...riders[0], code: 'ghost' }] }), 'RidersWrong'],
    [await change({ riders: [{ ...riders[0], isRetired: true }, riders[1]] }), 'RiderNeeded'],
    [await change({ riders: [riders[0], riders[0]] }), 'RidersWrong'],
    [await change({ steps: [step, { ...step, fromValue: 2 }] }), 'PriceStepsWrong'],
    [await change({ steps: [{ ...step, fromValue: 3 }] }), 'PriceStepsWrong'],
    [await change({ steps: [{ ...step, untilValue: 9 }] }), 'PriceStepsWrong'],
    [await change({ steps: [{ ...step, fromValue: 0 }] }), 'PriceStepsWrong'],
    [await change({ steps: [{ ...step, routeId: stranger.routeId }] }), 'PriceStepsWrong'],
    [await change({ steps: [{ ...step, basisPoints: 1 }] }), 'BadRequest'],
    [await change({ baggage: [] }), 'BaggageWrong'],
    [await change({ baggage: [{ ...baggage[0], baggageId: 2_000_000 }] }), 'BaggageWrong'],
    [await change({ baggage: [{ ...baggage[0], priceMinor: -1 }] }), 'BadRequest'],
    [
      await change({ example: { lineId: stranger.routeId, occupancyPercent: 0, hoursBefore: 20 } }),
      'NotFound',
    ],
    [await change({ refundTiers: [] }, await shop.staff(stranger.merchantId)), 'NotFound'],
    [await change({ refundTiers: [] }, boxOffice), 'Forbidden'],
    [await shop.get(`${base}?agencyId=${stranger.agencyId}`, staff), 'NotFound'],
  ] as const
  expect(refusals.map(([{ body }]) => body.error?.code)).toEqual(refusals.map(([, code]) => code))
  expect(await terms()).toEqual(before)
  expect(await logged()).toBe(0)
})

describe('fees and deadlines of changes', () => {
  const changesOf = (feeMinor: number, hours: number, delayHours: number) => ({
    feeMinor,
    untilSeconds: hours * 3_600,
    freeAfterDelaySeconds: delayHours * 3_600,
  })
  /** A quote for another stop of the same run. */
  const quoted = ({ token, ticket }: Bought): Promise<Reply> =>
    shop.get(
      `/v2/transport/changes/quote?ticketIdentifier=${ticket.ticketIdentifier}&runId=${line.runIds[1]}&legFrom=0&legTo=1`,
      token,
    )
  const feeOf = async (bought: Bought): Promise<number> =>
    (await expectOk(quoted(bought))).changeFee.amount
  const isRebookable = async ({ token, ticket }: Bought): Promise<boolean> => {
    const { ticketIdentifier } = ticket
    const asked = `/v2/transport/rebooking?ticketIdentifier=${ticketIdentifier}`
    return (await shop.get(asked, token)).status === 200
  }
  const isChangeable = async ({ token, ticket }: Bought): Promise<boolean> => {
    const path = `/v2/orders/tickets?orderNumber=${ticket.orderNumber}`
    const { tickets } = await expectOk(shop.get(path, token))
    return tickets[0].hand.changePath !== null
  }
  const hoursBefore = async (hours: number): Promise<void> => {
    const { rows } = await sql<{ at: Date }>`
      select departs_at as at from run where id = ${line.runIds[1]}`.execute(shop.context.db)
    const [{ at = new Date() } = {}] = rows
    const seconds = (at.getTime() - shop.context.clock.now().getTime()) / 1_000
    shop.context.clock.advance(seconds - hours * 3_600)
  }

  test('apply to orders from now on; tickets sold before keep those that their buyers accepted', async () => {
    const first = await buy()
    shop.context.clock.advance(1)
    const dry = await expectOk(
      change({
        changes: changesOf(2, 24, 3),
        isDryRun: true,
        example: { occupancyPercent: 0, hoursBefore: 20 },
      }),
    )
    expect(dry.example).toMatchObject({ changeBeforeMinor: 100, changeAfterMinor: null })
    await expectOk(change({ changes: changesOf(2, 5, 2) }))
    expect((await terms()).changes).toEqual({ ...changesOf(2, 5, 2), nameChange: null })
    shop.context.clock.advance(1)
    const second = await buy()
    shop.context.clock.advance(1)
    await expectOk(change({ changes: changesOf(0, 3, 1) }))
    expect(await expectOk(change({ changes: changesOf(0, 3, 1) }))).toMatchObject({
      isChanged: false,
    })
    shop.context.clock.advance(1)
    const third = await buy()
    const all = [first, second, third]
    const each = <Value>(ask: (bought: Bought) => Promise<Value>) => Promise.all(all.map(ask))
    expect(await each(feeOf)).toEqual([100, 2, 0])
    const delay = (seconds: number) =>
      sql`update run set delays = ${[seconds, seconds, seconds, seconds]} where id = ${line.runIds[1]}`.execute(
        shop.context.db,
      )
    // Full returns and free changes from the delay that each has accepted.
    await delay(5_400)
    expect(await each(isRebookable)).toEqual([true, false, true])
    expect(await each(keptPercent)).toEqual([0, 10, 0])
    expect(await each(feeOf)).toEqual([0, 2, 0])
    await delay(7_200)
    expect(await each(isRebookable)).toEqual([true, true, true])
    expect(await each(keptPercent)).toEqual([0, 0, 0])
    await delay(0)
    await hoursBefore(4)
    expect(await each(isChangeable)).toEqual([true, false, true])
    await hoursBefore(2)
    expect(await each(isChangeable)).toEqual([true, false, false])
    const replies = await each(quoted)
    expect(replies.map(({ body }) => body.error?.code)).toEqual([
      undefined,
      'TicketNotChangeable',
      'TicketNotChangeable',
    ])
    expect(await logged()).toBe(2)
  })
})

test('terms of naming another passenger apply to orders from now on; tickets sold before keep theirs', async () => {
  const changes = { feeMinor: 100, untilSeconds: 3_600, freeAfterDelaySeconds: 3_600 }
  const renaming = { feeMinor: 300, untilSeconds: 7_200, most: 2 }
  const asked = async ({ token, ticket, orderNumber }: Bought) => {
    const { ticketIdentifier } = ticket
    const path = `/v2/orders/tickets?orderNumber=${orderNumber}`
    const [row] = (await expectOk(shop.get(path, token))).tickets
    const { left, fee } = await expectOk(
      shop.get(`/v2/tickets/passenger?ticketIdentifier=${ticketIdentifier}`, token),
    )
    return [row.hand.mayRename, left, fee.amount]
  }
  const never = await buy()
  shop.context.clock.advance(1)
  await expectOk(change({ changes: { ...changes, nameChange: renaming } }))
  shop.context.clock.advance(1)
  const allowed = await buy()
  expect([await asked(never), await asked(allowed)]).toEqual([
    [false, 0, 0],
    [true, 2, 300],
  ])
  expect((await terms()).changes.nameChange).toEqual(renaming)
  // What is absent stays, and the fee of changes alone keeps the terms of names.
  await expectOk(change({ changes: { ...changes, feeMinor: 200 } }))
  expect((await terms()).changes).toMatchObject({ feeMinor: 200, nameChange: renaming })
  shop.context.clock.advance(1)
  await expectOk(change({ changes: { ...changes, feeMinor: 200, nameChange: null } }))
  expect((await terms()).changes.nameChange).toBeNull()
  shop.context.clock.advance(1)
  const again = await buy()
  expect([await asked(never), await asked(allowed), await asked(again)]).toEqual([
    [false, 0, 0],
    [true, 2, 300],
    [false, 0, 0],
  ])
  const late = { ...changes, nameChange: { ...renaming, untilSeconds: 100 * 86_400 } }
  expect((await change({ changes: late })).body.error.code).toBe('ChangeTermsWrong')
  // The log has plain values.
  const { rows } = await sql<{ after: { changes: object } }>`
    select after from staff_log where merchant_id = ${line.merchantId} order by id`.execute(
    shop.context.db,
  )
  expect(rows[0]?.after.changes).toMatchObject({ nameFeeMinor: 300, nameMost: 2 })
})

test('kinds of the carrier that only people under age may have are returned like children', async () => {
  const rider = (code: string, ageMax: number | null) => ({
    code,
    name: { ka: code, en: code },
    discountBasisPoints: 0,
    proof: null,
    ageMin: null,
    ageMax,
  })
  const riders = [
    rider('adult', null),
    rider('child', 12),
    rider('pupil', 17),
    rider('apprentice', 18),
    rider('club', null),
  ]
  const { merchantId, classId } = await makeLine(shop.context, { terms: { riders } })
  await syncReturnTerms(shop.context)
  const companions = async () => {
    const policy = (await readPolicies(shop.context)).find((one) => one.merchantId === merchantId)
    const [pair] = policy?.companions ?? []
    const has = (types: readonly number[] | undefined) =>
      riders.flatMap(({ code }) =>
        types?.includes(ticketTypeOf(classId, code, riders)) ? [code] : [],
      )
    return [has(pair?.childTypeIds), has(pair?.adultTypeIds)]
  }
  await expireCaches(1_500)
  expect(await companions()).toEqual([
    ['child', 'pupil'],
    ['adult', 'apprentice', 'club'],
  ])
})
