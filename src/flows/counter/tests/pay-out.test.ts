/**
 * Goal: cash that was taken at a counter reaches its buyer when the refund is made elsewhere: in the office, or because
 * the date is cancelled. Method: a cashier's sale, a manager's refund in the office, two counters at once; the ledger is
 * checked after each.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { refundCancelled } from '#flows/returns/server/refund-cancelled.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { findOrder } from '#modules/orders/server/public-api.ts'
import { wayBackOf } from '#modules/tickets/server/emails/return-email.ts'
import { invariant } from '#kernel/result.ts'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'

let shop: HostileShop
let event: MadeEvent
let cashier: string
let colleague: string
let manager: string

beforeAll(async () => {
  shop = await openHostileShop({ LOG_LEVEL: 'error' })
  event = await shop.event()
  const someone = (role: 'box-office' | 'manager') =>
    makeStaffToken(shop.context, { merchantId: event.merchantId, role })
  cashier = await someone('box-office')
  colleague = await someone('box-office')
  manager = await someone('manager')
  for (const who of [cashier, colleague])
    await expectOk(call(who, 'shift', { counter: 'Foyer', openingMinor: 50_000 }))
})
afterEach(async () => {
  expect(await ledgerViolations(shop.context)).toEqual([])
})
afterAll(() => shop.close())

const path = '/v2/merchantusers/box-office'
const call = (who: string, what: string, body: object) => shop.post(`${path}/${what}`, body, who)
const codeOf = async (answer: Promise<{ body: Reply }>) => (await answer).body.error?.code
const drawerOf = async (who: string) =>
  (await expectOk(shop.get(path, who))).shift.expected.amount as number
const look = (who: string, orderNumber: string) =>
  shop.get(`${path}/order?orderNumber=${orderNumber}`, who)
const work = async () => {
  for (let round = 0; round < 3; round += 1) {
    shop.context.clock.advance(5)
    await executeRefunds(shop.context, shop.ports.checkout)
  }
}

async function sell() {
  const body = {
    eventId: event.eventId,
    ticketTypeId: event.poolTypes[1]?.ticketTypeId,
    quantity: 2,
    givenMinor: 100_000,
  }
  return expectOk(call(cashier, 'sales', body))
}

const refundInOffice = (orderNumber: string, ticketIdentifiers: readonly string[]) =>
  shop.postProven(
    '/v2/merchantusers/orders/refund',
    { orderNumber, ticketIdentifiers, reason: 'Ill' },
    manager,
  )

async function owedIn(orderNumber: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select coalesce(sum(p.amount_minor), 0)::float8 as left from ledger_account a
    join ledger_posting p on p.account_id = a.id join orders o on a.code = 'owed:' || o.order_key
    where o.order_number = ${orderNumber}`.execute(shop.context.db)
  return rows[0]?.left ?? 0
}

test('a manager refunds cash in the office: the buyer gets it at a counter, once, with the receipt', async () => {
  const { orderNumber, tickets, total } = await sell()
  const identifiers = tickets.map((one: Reply) => one.ticketIdentifier)
  const body = { orderNumber, reason: 'With the receipt' }
  expect(await codeOf(call(colleague, 'returns', body))).toBe('NothingToPayOut')
  await expectOk(refundInOffice(orderNumber, identifiers))
  await work()
  // The letter about the return sends the buyer to a counter, and not to a balance that nobody can claim.
  const order = await findOrder(shop.context, { orderNumber })
  invariant(order, 'the order is there')
  expect(await wayBackOf(shop.context, order)).toBe('counter')
  expect(await wayBackOf(shop.context, { ...order, customerId: 'somebody' })).toBe('balance')
  expect((await expectOk(look(colleague, orderNumber))).owed).toEqual(total)
  const stranger = await makeStaffToken(shop.context, {
    merchantId: (await shop.event()).merchantId,
    role: 'box-office',
  })
  expect((await look(stranger, orderNumber)).status).toBe(404)
  expect(await codeOf(call(stranger, 'returns', body))).toBe('ShiftNotOpen')
  await expectOk(call(stranger, 'shift', { counter: 'Elsewhere', openingMinor: 50_000 }))
  expect(await codeOf(call(stranger, 'returns', body))).toBe('NotFound')
  expect(await codeOf(call(manager, 'returns', body))).toBe('ShiftNotOpen')
  const before = (await drawerOf(cashier)) + (await drawerOf(colleague))
  const answers = await Promise.all(
    [cashier, colleague, cashier, colleague].map((who) => call(who, 'returns', body)),
  )
  const codes = answers.map(({ body: said }) => said.error?.code ?? 'paid')
  expect(codes.toSorted()).toEqual([
    'NothingToPayOut',
    'NothingToPayOut',
    'NothingToPayOut',
    'paid',
  ])
  expect((await drawerOf(cashier)) + (await drawerOf(colleague))).toBe(before - total.amount)
  expect(await owedIn(orderNumber)).toBe(0)
  expect((await look(colleague, orderNumber)).status).toBe(404)
})

test('of a cancelled date the cash is handed out too', async () => {
  const { orderNumber, total } = await sell()
  const reasons = { reasonKa: 'ავად', reasonEn: 'Ill' }
  await expectOk(
    shop.postProven(`/v2/operator/events/${event.eventId}/cancel`, reasons, await shop.operator()),
  )
  for (let round = 0; round < 3; round += 1) {
    shop.context.clock.advance(10)
    await refundCancelled(shop.context, shop.ports.returns)
  }
  await work()
  const paid = await expectOk(call(colleague, 'returns', { orderNumber, reason: 'Receipt' }))
  expect(paid).toMatchObject({ amount: total, to: 'drawer' })
  expect(await owedIn(orderNumber)).toBe(0)
})
