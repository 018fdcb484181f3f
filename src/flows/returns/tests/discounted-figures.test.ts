/**
 * Goal: where there is a discount, figures count what was paid: rows of the operators' day add up to its total, a date's
 * sales are what was paid, and an organiser's statistics and reserve count a code of 100 % as nothing, with the reduction
 * in a column of its own. Method: orders with codes that either party funds, on a real database and the demo bank.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { eventSource } from '#modules/events/server/public-api.ts'
import { makeCustomer, type MadeEvent } from '#modules/events/tests/factories.ts'
import { merchantStatistics } from '#modules/merchant/contract.ts'
import {
  countFormerDiscounts,
  merchantRoutes,
  sumOpenSales,
} from '#modules/merchant/server/public-api.ts'
import { findMerchantOrders } from '#modules/merchant/orders-contract.ts'
import { countAllSales } from '#modules/merchant/tests/count-all-sales.ts'
import { eventsAlone } from '#modules/merchant/tests/ports.ts'
import { eventSales, operatorHome } from '#modules/operator/sales-contract.ts'
import { salesRoutes } from '#modules/operator/server/sales-routes.ts'
import { savePromoCode } from '#modules/promotions/server/public-api.ts'
import { makeStaff } from '#modules/staff/tests/factories.ts'
import { execute } from '#platform/http/execute.ts'
import type { TestContext } from '../../../../tests/support/context.ts'
import { boat, openReturnTestEnv, type ReturnTestEnv } from './test-env.ts'

let env: ReturnTestEnv
let operator: TestContext
let event: MadeEvent
beforeAll(async () => {
  env = await openReturnTestEnv()
  operator = env.context.as({ ...(await makeCustomer(env.context)), isOperator: true } as never)
  event = await env.event(20 * 24)
}, 60_000)
afterAll(() => env.close())

type Code = Parameters<typeof savePromoCode>[2]

async function promo(terms: Partial<Code>): Promise<string> {
  const saved = await savePromoCode(env.context, [eventSource, boat], {
    borneBy: 'merchant',
    isCombined: false,
    isActive: true,
    ...terms,
  })
  if (!saved.ok) throw new Error(saved.code)
  return saved.value.code
}

async function reply<C extends Call>(call: C, as: TestContext, input: object = {}) {
  const routes = [
    ...salesRoutes({ sources: [eventSource, boat] }),
    ...merchantRoutes(eventsAlone()),
  ]
  const route = routes.find(({ call: { id } }) => id === call.id)
  if (!route) throw new Error(`no call ${call.id}`)
  const raw = { params: {}, query: {}, body: {}, ...input } as CallInput<C> & {
    params: object
    query: object
    body: object
  }
  const answer = await execute(route, as, raw, {
    sessions: createSessionStore(),
    checkReplies: true,
  })
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer.value as ReplyOf<C>
}

const price = 5_000

test('rows, dates, statistics, orders and reserves count what was paid', async () => {
  const { merchantId, eventId } = event
  const half = await promo({ percent: 50 })
  const whole = await promo({ percent: 100 })
  const ours = await promo({ percent: 30, borneBy: 'house' })
  const actor = await env.guest()
  await env.buy({ actor, event, placeIds: [1, 2], promoCode: half })
  await env.buy({ actor, event, placeIds: [3], promoCode: whole })
  await env.buy({ actor, event, placeIds: [4], promoCode: ours })
  await env.buy({ actor, event, placeIds: [5] })
  const home = await reply(operatorHome, operator)
  const rows = [...home.items, home.rest]
  expect(rows.reduce((sum, { soldMinor }) => sum + soldMinor, 0)).toBe(home.today.soldMinor)
  expect(home.items).toHaveLength(1)
  expect(home.rest).toEqual({ ticketCount: 0, soldMinor: 0 })
  const paid = price + 0 + price * 0.7 + price
  const sales = await reply(eventSales, operator, { params: { eventId } })
  expect(sales.days).toMatchObject([
    { ticketCount: 5, soldMinor: paid, reducedMinor: 5 * price - paid },
  ])
  await countAllSales(env.context)
  const staff = env.context.as(await makeStaff(env.context, { merchantId }))
  const { totals } = await reply(merchantStatistics, staff)
  expect(totals).toMatchObject({
    ticketCount: 5,
    face: { amount: 5 * price },
    discount: { amount: 5 * price - paid },
    platformDiscount: { amount: price * 0.3 },
    paidByPass: { amount: 0 },
    sold: { amount: paid },
  })
  // The platform pays its discount to the organiser.
  const earned = paid + price * 0.3
  const items = [{ source: 'event', itemIds: [eventId] }]
  expect(await sumOpenSales(env.context, merchantId, items)).toBe(earned)
  const listed = await reply(findMerchantOrders, staff, { body: { sort: 'cheapest' } })
  expect(listed.items.map(({ ticketsPaid }) => ticketsPaid.amount)).toEqual([
    0,
    price * 0.7,
    price,
    price,
  ])
})

test('orders that were paid before discounts were stored are counted by the worker', async () => {
  const { merchantId, eventId } = event
  const { db } = env.context
  const staff = env.context.as(await makeStaff(env.context, { merchantId }))
  const before = await reply(merchantStatistics, staff)
  // The state after the migration: discounts are not stored, and figures contain prices.
  await sql`truncate line_discount`.execute(db)
  await sql`update merchant_sale set merchant_discount_minor = 0, house_discount_minor = 0, advance_minor = 0,
    ended_reduction_minor = 0, unearned_minor = 0`.execute(db)
  await sql`update line_discount_cursor set next_line_id = 1, last_line_id = (select max(id) from order_line)`.execute(
    db,
  )
  expect((await reply(merchantStatistics, staff)).totals).not.toEqual(before.totals)
  expect(await countFormerDiscounts(env.context)).toBe(3)
  expect(await reply(merchantStatistics, staff)).toEqual(before)
  expect(await countFormerDiscounts(env.context)).toBe(0)
  const items = [{ source: 'event', itemIds: [eventId] }]
  expect(await sumOpenSales(env.context, merchantId, items)).toBe(price * 3)
})
