/**
 * Goal: whoever buys seats of a date has exactly those seats after its plan has changed, also when they pay meanwhile; a
 * place number of the former plan never takes a seat of the new one, also when the seats were chosen before the change. Method: real PostgreSQL, a plan that loses its first
 * row, payments stopped between two statements while the plan changes, and payments after it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { settlePayment } from '#flows/checkout/server/settle-payment.ts'
import { eventSource } from '#modules/events/server/public-api.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { takeOffer } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { callbackOf, expectOk, purchase } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { compilePlan } from '../../../modules/designer/plan/compile.ts'
import { addBlock } from '../../../modules/designer/plan/commands/add.ts'
import { removeItems } from '../../../modules/designer/plan/commands/remove.ts'
import type { PlanDocument } from '../../../modules/designer/plan/document.ts'
import { runCommand, type Command } from '../../../modules/designer/plan/run.ts'
import { pausedAfter } from '../../cinema/tests/paused.ts'
import { brokenInvariants } from '../../returns/tests/invariants.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let shop: HostileShop
let operator: string
let planId: number
let event: MadeEvent

beforeAll(async () => {
  shop = await openHostileShop()
  operator = await shop.operator()
})
afterAll(() => shop.close())
beforeEach(makeDate)
afterEach(async () => {
  while ((await executeRefunds(shop.context, shop.ports.checkout)) > 0)
    shop.context.clock.advance(60)
  expect(await brokenInvariants(shop.context)).toEqual([])
})

const base = '/v2/operator/plans'

async function publish(document: PlanDocument): Promise<number> {
  const { revision } = await expectOk(shop.get(`${base}/${planId}`, operator))
  const path = `${base}/${planId}`
  const payload = JSON.stringify({ revision, document })
  const saved = await shop.send({ method: 'PUT', path, token: operator, payload })
  expect(saved.status, saved.text).toBe(200)
  const published = shop.post(`${path}/publish`, { revision: saved.body.revision }, operator)
  return (await expectOk(published)).layoutId
}

function drawn(document: PlanDocument, command: Command): PlanDocument {
  const ran = runCommand(document, command)
  if (!ran) throw new Error('The command was refused')
  return ran.document
}

let dates = 0

/** A date with four rows of ten seats. */
async function makeDate(): Promise<void> {
  dates += 1
  const { showId } = await shop.event()
  const body = { venue: `venue-${showId}`, key: `date-${dates}`, nameKa: 'გეგმა', nameEn: 'Plan' }
  planId = (await expectOk(shop.post(base, body, operator))).planId
  const { document: empty } = await expectOk(shop.get(`${base}/${planId}`, operator))
  const zones = [{ id: 1, key: 'a', name: { ka: 'ა', en: 'A' } }]
  const document = drawn({ ...empty, zones }, (draft) =>
    addBlock(draft, {
      name: { ka: 'პარტერი', en: 'Stalls' },
      zone: 'a',
      middle: { x: 160, y: 120 },
      rows: 4,
      seats: 10,
    }),
  )
  const layoutId = await publish(document)
  event = await shop.event({ layout: compilePlan(document), placesPerOrderMax: 10 })
  await sql`update event set layout_id = ${layoutId} where id = ${event.eventId}`.execute(
    shop.context.db,
  )
}

/** Stops the sale and publishes the plan without its first row, so that all place numbers change. */
async function preparePlan(): Promise<() => Promise<Reply>> {
  await sql`update offering set is_on_sale = false where id = ${event.offeringId}`.execute(
    shop.context.db,
  )
  const { document } = await expectOk(shop.get(`${base}/${planId}`, operator))
  const layoutId = await publish(
    drawn(document, (draft) => removeItems(draft, [{ kind: 'placed', id: document.rows[0].id }])),
  )
  const path = `${base}/${planId}/dates/${event.eventId}`
  return async () => {
    const { effect } = await expectOk(shop.post(path, { layoutId }, operator))
    const { effectKey } = effect
    return expectOk(shop.post(path, { layoutId, effectKey, mayReseat: true }, operator))
  }
}

const ticketsOf = async (token: string): Promise<string[]> => {
  const { tickets } = await expectOk(shop.get('/v2/tickets', token))
  return tickets.map(({ row, seat }: Reply) => `${row} ${seat}`).toSorted()
}

/** An order whose payment waits for the bank. */
async function startPaying(placeIds: number[]) {
  const token = await shop.guest()
  const { payId, paymentId, orderKey } = await purchase(shop, {
    token,
    station: 'paying',
    request: { event, placeIds },
  })
  if (payId === undefined || paymentId === undefined) throw new Error('A payment was started')
  return { token, payId, paymentId, orderKey }
}

test('a payment under way: the tickets have the seats that were chosen', async () => {
  const { token, payId, paymentId } = await startPaying([12, 13])
  const change = await preparePlan()
  shop.bank.pay(payId, { kind: 'approve' })
  const paused = pausedAfter(shop.context, 'lock_orders(')
  const paying = settlePayment(paused.context, shop.ports.checkout, paymentId)
  await paused.reached
  const changing = change()
  await Promise.race([changing, pause(250)])
  paused.resume()
  await paying
  expect(await changing).toMatchObject({ isDone: true })
  expect(await ticketsOf(token)).toEqual(['2 2', '2 3'])
  const { rows } = await sql<{ placeId: number }>`
    select place_id as "placeId" from place_leg
    where offering_id = ${event.offeringId} and state = 2 order by 1`.execute(shop.context.db)
  expect(rows.map(({ placeId }) => placeId)).toEqual([2, 3])
  await callbackOf(shop, payId)
})

test.each(['expired', 'freed'])(
  'a late payment of a hold that has %s is refunded, and takes no other seat',
  async (how) => {
    const { token, payId, orderKey } = await startPaying([12, 13])
    const change = await preparePlan()
    await (
      how === 'freed'
        ? sql`update place_leg set state = 0, hold_id = null, held_until = null
          where offering_id = ${event.offeringId} and state = 1`
        : sql`update place_leg set held_until = ${shop.context.clock.now()}
          where offering_id = ${event.offeringId} and state = 1`
    ).execute(shop.context.db)
    shop.context.clock.advance(1)
    expect(await change()).toMatchObject({ isDone: true, effect: { kept: 0, movedCount: 0 } })
    await sql`update offering set is_on_sale = true where id = ${event.offeringId}`.execute(
      shop.context.db,
    )
    shop.bank.pay(payId, { kind: 'approve' })
    await callbackOf(shop, payId)
    await shop.post('/v2/orders/complete', { orderKey }, token)
    expect(await ticketsOf(token)).toEqual([])
    const { rows } = await sql`
      select from place_leg where offering_id = ${event.offeringId} and state = 2`.execute(
      shop.context.db,
    )
    expect(rows).toHaveLength(0)
  },
)

const setOnSale = (isOnSale: boolean) =>
  sql`update offering set is_on_sale = ${isOnSale} where id = ${event.offeringId}`.execute(
    shop.context.db,
  )

const heldPlaces = async (): Promise<number[]> => {
  const { rows } = await sql<{ placeId: number }>`
    select place_id as "placeId" from place_leg
    where offering_id = ${event.offeringId} and state = 1 order by 1`.execute(shop.context.db)
  return rows.map(({ placeId }) => placeId)
}

const digestOf = async (): Promise<string> =>
  (await expectOk(shop.get(`/v2/Events/Map?eventId=${event.eventId}`))).layout.digest

/** Changes the plan during a pause of the sale, and waits until the caches of the sale have ended. */
async function changePlan(): Promise<void> {
  const before = await digestOf()
  const change = await preparePlan()
  expect(await change()).toMatchObject({ isDone: true })
  await setOnSale(true)
  await expireCaches(5_000)
  await expect.poll(digestOf, { timeout: 10_000 }).not.toBe(before)
}

const choosing = (digest?: string) => ({
  eventId: event.eventId,
  seats: [{ placeId: 12, ticketTypeId: event.seatTypes['a']?.ticketTypeId ?? 0 }],
  ...(digest !== undefined && { digest }),
})

test('seats chosen before a pause of the sale are refused after the change of the plan, without a trace', async () => {
  const token = await shop.guest()
  const before = await digestOf()
  await changePlan()
  const after = await digestOf()
  const refused = await shop.post('/v2/Booking/choose-seat', choosing(before), token)
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'SeatPlanChanged' } } })
  expect(await heldPlaces()).toEqual([])
  await expectOk(shop.post('/v2/Booking/choose-seat', choosing(after), token))
  expect(await heldPlaces()).toEqual([12])
})

test('a client that sends no plan has the seat of that number in the current one', async () => {
  await changePlan()
  await expectOk(shop.post('/v2/Booking/choose-seat', choosing(), await shop.guest()))
  expect(await heldPlaces()).toEqual([12])
})

test('seats that were quoted in the former plan are not held in the new one', async () => {
  const change = await preparePlan()
  await setOnSale(true)
  const { actor } = await shop.ports.sessions.openGuest(shop.context, 'test')
  const buyer: Context = { ...shop.context, channel: 'web', actor }
  const source = {
    ...eventSource,
    async quote(context: Context, request: ReturnType<typeof choosing>) {
      const quoted = await eventSource.quote(context, request)
      await setOnSale(false)
      expect(await change()).toMatchObject({ isDone: true })
      await setOnSale(true)
      return quoted
    },
  }
  const taken = await takeOffer(buyer, source, { request: choosing() })
  expect(taken).toMatchObject({ ok: false, code: 'SeatPlanChanged' })
  expect(await heldPlaces()).toEqual([])
})
