/**
 * Goal: a buyer pays at a counter from the balance by a code that works once, and all of the sum or nothing is taken.
 * Method: the calls over HTTP on a real database; wrong, expired, used and replaced codes, two counters with one code,
 * too little on the balance, a return.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { customerAccount, postTransfer, readBalance } from '#modules/wallet/server/public-api.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'

let shop: HostileShop
let event: MadeEvent
let cashier: string
let colleague: string
let buyer: string
let buyerId: string

const path = '/v2/merchantusers/box-office'
const call = (who: string, what: string, body: object) => shop.post(`${path}/${what}`, body, who)

beforeAll(async () => {
  shop = await openHostileShop()
  event = await shop.event()
  const someone = () =>
    makeStaffToken(shop.context, { merchantId: event.merchantId, role: 'box-office' })
  cashier = await someone()
  colleague = await someone()
  for (const who of [cashier, colleague])
    await expectOk(call(who, 'shift', { counter: 'Foyer', openingMinor: 10_000 }))
  buyer = await shop.customer()
  const { rows } = await sql<{ id: string }>`
    select customer_id as id from session where customer_id is not null
    order by created_at desc limit 1`.execute(shop.context.db)
  buyerId = rows[0]?.id ?? ''
  await give(20_000)
})
afterEach(async () => {
  expect(await ledgerViolations(shop.context)).toEqual([])
  const { rows } = await sql`
    select a.code from ledger_account a join ledger_posting p on p.account_id = a.id
    where a.code like 'order:%' group by a.code having sum(p.amount_minor) <> 0`.execute(
    shop.context.db,
  )
  expect(rows).toEqual([])
})
afterAll(() => shop.close())

function give(amountMinor: number): Promise<unknown> {
  const id = shop.context.random.uuid()
  return postTransfer(shop.context, {
    idempotencyKey: `gift ${id}`,
    kind: 'correction',
    reference: id,
    postings: [
      { account: 'house:gifts', currency: 'GEL', amountMinor },
      { account: customerAccount(buyerId), currency: 'GEL', amountMinor: -amountMinor },
    ],
  })
}

const balance = async (account: string) => 0 - (await readBalance(shop.context, account, 'GEL'))
const onBalance = () => balance(customerAccount(buyerId))
const code = async (): Promise<string> =>
  (await expectOk(shop.post('/v2/balance/counter-code', {}, buyer))).code
const hold = async (who = cashier, quantity = 1): Promise<string> => {
  const ticketTypeId = event.poolTypes[1]?.ticketTypeId
  const body = { eventId: event.eventId, seats: [], ticketTypeId, quantity }
  return (await expectOk(call(who, 'held', body))).orderKey
}
const pay = (orderKey: string, given: string, who = cashier) =>
  call(who, 'held/balance', { orderKey, code: given, buyerName: '', buyerEmail: '' })
const refusal = async (answer: ReturnType<typeof pay>) => (await answer).body.error?.code

test('the code pays: the sum leaves the balance, the drawer stays, the organiser is owed; given back, it returns', async () => {
  const before = await onBalance()
  const owed = await balance(`merchant:${event.merchantId}`)
  const drawer = (await expectOk(shop.get(path, cashier))).shift.expected.amount
  const spoken = await code()
  const sold = await expectOk(
    pay(await hold(), ` ${spoken.toLowerCase().slice(0, 4)}-${spoken.slice(4)}`),
  )
  expect(sold.total.amount).toBeGreaterThan(0)
  expect(sold.tickets).toHaveLength(1)
  expect(await onBalance()).toBe(before - sold.total.amount)
  expect(await balance(`merchant:${event.merchantId}`)).toBe(
    owed + (event.poolTypes[1]?.priceMinor ?? 0),
  )
  expect((await expectOk(shop.get(path, cashier))).shift.expected.amount).toBe(drawer)
  const back = await expectOk(
    call(cashier, 'returns', {
      orderNumber: sold.orderNumber,
      ticketIdentifiers: [sold.tickets[0].ticketIdentifier],
      reason: 'Wrong evening',
    }),
  )
  expect(back.to).toBe('balance')
  expect(await onBalance()).toBe(before)
  expect((await expectOk(shop.get(path, cashier))).shift.expected.amount).toBe(drawer)
})

test('wrong, replaced, used and late codes take nothing; a refused one still works', async () => {
  const orderKey = await hold()
  const before = await onBalance()
  expect(await refusal(pay(orderKey, 'ABCD2345'))).toBe('BalanceCodeWrong')
  const replaced = await code()
  const late = await code()
  expect(await refusal(pay(orderKey, replaced))).toBe('BalanceCodeWrong')
  shop.context.clock.advance(181)
  expect(await refusal(pay(orderKey, late))).toBe('BalanceCodeWrong')
  expect(await onBalance()).toBe(before)
  const good = await code()
  const dear = await hold(colleague, 8)
  await give(-before + 2_000)
  expect(await refusal(pay(dear, good, colleague))).toBe('BalanceNotEnough')
  expect(await onBalance()).toBe(2_000)
  await give(20_000)
  await expectOk(pay(orderKey, good))
  const other = await hold()
  expect(await refusal(pay(other, good))).toBe('BalanceCodeWrong')
})

test('two counters with one code at once: one of them sells', async () => {
  const [one, other] = [await hold(), await hold(colleague)]
  const before = await onBalance()
  const good = await code()
  const answers = await Promise.all([pay(one, good), pay(other, good, colleague)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const sold = answers.find(({ status }) => status === 200)
  expect(await onBalance()).toBe(before - sold?.body.total.amount)
})
