/**
 * Goal: codes, cards, statuses and options change the amount charged and its recipients, and nothing else; a code is
 * never used more often than allowed; after any sequence of changes the total is the sum of the lines, never
 * negative, and the ledger balances. Method: a real database and the demo bank; the race is first shown without the
 * guard; random scenarios against the invariants (SEED= replays one, BUYERS= enlarges the race).
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { createOffering, readPoolUse } from '#modules/inventory/server/public-api.ts'
import { releaseOrder, takeOffer, type Order } from '#modules/orders/server/public-api.ts'
import { journeySource } from '#modules/orders/tests/journey-source.ts'
import {
  applyDiscountCard,
  applyPromoCode,
  chooseOptions,
  tryApplyBenefits,
  savePromoCode,
  unapplyPromoCode,
  writeOrderOption,
  type OptionToWrite,
} from '#modules/promotions/server/public-api.ts'
import { readBalance } from '#modules/wallet/server/public-api.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { completeOrder } from '../server/complete-order.ts'
import { retryOrder } from '../server/retry-order.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { checkoutSweeps } from '../server/sweeps.ts'
import { makeDiscountCard } from './discount-card.ts'
import { openTestEnv, orderOf, type TestEnv } from './test-env.ts'
import { seedOf } from '../../../../tests/support/tier.ts'

let env: TestEnv
beforeAll(async () => {
  env = await openTestEnv()
})
afterEach(async () => {
  expect(await ledgerViolations(env.context)).toEqual([])
  expect(await wrongSums()).toEqual([])
})
afterAll(() => env.close())

/** Orders whose total is not the sum of their lines. */
async function wrongSums(): Promise<unknown[]> {
  const { rows } = await sql`
    select o.order_number, o.total_minor, sum(l.amount_minor) from orders o
    join order_line l on l.order_id = o.id group by o.id
    having o.total_minor <> sum(l.amount_minor)`.execute(env.context.db)
  return rows
}

/** Scopes of codes: the test's source and a boat describe any item. */
const selling = [journeySource('test'), journeySource('boat')]

type CodeToSave = Parameters<typeof savePromoCode>[2]

async function promo(terms: Partial<CodeToSave>): Promise<{ code: string; offeringId: number }> {
  const saved = await savePromoCode(env.context, selling, {
    borneBy: 'house',
    isCombined: false,
    isActive: true,
    ...terms,
  })
  if (!saved.ok) throw new Error(saved.code)
  const row = await env.context.db
    .selectFrom('promo_code')
    .select('offering_id')
    .where('id', '=', saved.value.codeId)
    .executeTakeFirstOrThrow()
  return { code: saved.value.code, offeringId: row.offering_id }
}

async function used({ offeringId }: { offeringId: number }) {
  const use = (await readPoolUse(env.context, [offeringId], 1)).get(offeringId)
  return { sold: use?.sold, held: use?.held }
}

async function customer(): Promise<CallContext & { readonly id: string }> {
  const { db, random, clock } = env.context
  const [id, sessionId] = [random.uuid(), random.uuid()]
  const now = clock.now()
  await db
    .insertInto('customer')
    .values({ id, email: `${id}@example.com`, activated_at: now, loyalty_enabled_at: now })
    .execute()
  await db
    .insertInto('session')
    .values({
      id: sessionId,
      kind: 'customer',
      customer_id: id,
      token_hash: Buffer.from(random.bytes(32)),
      expires_at: new Date('2030-01-01'),
    })
    .execute()
  return { ...env.context, actor: { kind: 'customer', customerId: id, sessionId }, id }
}

function cardOf(who: { readonly id: string }, borneBy?: 'house' | 'merchant') {
  return makeDiscountCard(env.context, who.id, borneBy)
}

function option(values: Partial<OptionToWrite>): Promise<number> {
  const words = { ka: 'დამატება', en: 'Extra' }
  return writeOrderOption(env.context, {
    kind: 'Service',
    name: words,
    description: words,
    pricing: 'order',
    amountMinor: 500,
    amountMinorMax: null,
    basisPoints: null,
    source: null,
    itemId: null,
    merchantId: null,
    beneficiary: null,
    isActive: true,
    position: 1,
    ...values,
  })
}

async function buy(who: CallContext, places = [1]): Promise<Order> {
  return env.order(who, { offeringId: await env.offering(10), places })
}

async function pay(who: CallContext, orderKey: string): Promise<Order> {
  const started = await startPayment(who, env.ports, { orderKey, provider: 2 })
  if (!started.ok) throw new Error(started.code)
  env.bank.pay(started.value.externalId ?? '', { kind: 'approve' })
  await settlePayment(who, env.ports, started.value.id)
  return orderOf(who, orderKey)
}

const accounts = ['merchant:7', 'house:fees', 'house:promotions', 'insurer:tbc', 'charity:dogs']
/** Earnings of these accounts since then: credits are negative in the ledger. */
async function earnings(): Promise<() => Promise<Record<string, number>>> {
  const read = () =>
    Promise.all(accounts.map((account) => readBalance(env.context, account, 'GEL')))
  const before = await read()
  return async () => {
    const after = await read()
    const earned = accounts.map(
      (account, index) => [account, (before[index] ?? 0) - (after[index] ?? 0)] as const,
    )
    return Object.fromEntries(earned.filter(([, minor]) => minor !== 0))
  }
}

test.each([
  ['house', { 'merchant:7': 5_000, 'house:fees': 250, 'house:promotions': -1_000 }],
  ['merchant', { 'merchant:7': 4_000, 'house:fees': 250 }],
] as const)('a code that the %s pays for', async (borneBy, earned) => {
  const who = await env.guest()
  const code = await promo({ amount: 1_000, borneBy, quantity: 1 })
  const { orderKey } = await buy(who)
  const since = await earnings()
  const spelled = ` ${code.code.toLowerCase().slice(0, 4)}-${code.code.slice(4)} `
  const applied = await applyPromoCode(who, { orderKey, promoCode: spelled })
  expect(applied).toMatchObject({ ok: true, value: { totalMinor: 4_250 } })
  expect(await used(code)).toEqual({ sold: 0, held: 1 })
  expect(await applyPromoCode(who, { orderKey, promoCode: code.code })).toMatchObject({
    code: 'PromoCodeAlreadyApplied',
  })
  expect((await pay(who, orderKey)).status).toBe(orderStatus.Processed)
  expect(await since()).toEqual(earned)
  expect(await used(code)).toEqual({ sold: 1, held: 0 })
})

test('a code for all of the tickets leaves nothing to pay, and the order is completed without a bank', async () => {
  const who = await env.guest()
  const [code, { orderKey }] = [await promo({ percent: 100 }), await buy(who, [1, 2])]
  const since = await earnings()
  await applyPromoCode(who, { orderKey, promoCode: code.code })
  expect((await orderOf(who, orderKey)).totalMinor).toBe(0)
  const completed = await completeOrder(who, env.ports, orderKey)
  expect(completed).toMatchObject({
    ok: true,
    value: { order: { status: orderStatus.Processed }, payment: null },
  })
  // The fees are not charged to anybody, like those of tickets that are free without a code.
  expect(await since()).toEqual({ 'merchant:7': 10_000, 'house:promotions': -10_000 })
})

test('a code whose terms leave the fees to buyers, and the organiser has the price', async () => {
  const who = await env.guest()
  const code = await promo({ percent: 100, freeFees: 'buyer' })
  const { orderKey } = await buy(who, [1, 2])
  const since = await earnings()
  await applyPromoCode(who, { orderKey, promoCode: code.code })
  expect((await orderOf(who, orderKey)).totalMinor).toBe(500)
  expect((await pay(who, orderKey)).status).toBe(orderStatus.Processed)
  expect(await since()).toEqual({
    'merchant:7': 10_000,
    'house:fees': 500,
    'house:promotions': -10_000,
  })
})

test('card, status and options: who earns what', async () => {
  const who = await customer()
  const insurance = await option({
    kind: 'Insurance',
    pricing: 'share',
    basisPoints: 1_000,
    amountMinor: 100,
    beneficiary: 'tbc',
  })
  const charity = await option({
    kind: 'Charity',
    pricing: 'free',
    amountMinor: 100,
    amountMinorMax: 5_000,
    beneficiary: 'dogs',
  })
  const gift = await option({ kind: 'Card', amountMinor: 700 })
  const card = await cardOf(who, 'merchant')
  // A status follows from earlier payments.
  await pay(who, (await buy(who, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).orderKey)
  const { orderKey } = await buy(who)
  const since = await earnings()
  await tryApplyBenefits(who, orderKey)
  expect((await orderOf(who, orderKey)).totalMinor).toBe(5_250 - 63)
  await applyDiscountCard(who, { orderKey, ...card })
  const fees = [{ feeId: insurance }, { feeId: charity, amount: 300 }, { feeId: gift }]
  expect(await chooseOptions(who, { orderKey, fees })).toMatchObject({
    value: { totalMinor: 4_800 + 187 + 480 + 300 + 700 },
  })
  expect(
    await chooseOptions(who, { orderKey, fees: [{ feeId: charity, amount: 99 }] }),
  ).toMatchObject({ code: 'BadRequest' })
  await pay(who, orderKey)
  expect(await since()).toEqual({
    'merchant:7': 4_800,
    'house:fees': 187 + 700,
    'insurer:tbc': 480,
    'charity:dogs': 300,
  })
  const again = await buy(who)
  const other = await cardOf(await customer())
  expect(await applyDiscountCard(who, { orderKey: again.orderKey, ...other })).toMatchObject({
    code: 'DiscountCardNotFound',
  })
})

test('a code and a card are combined only where the code allows it', async () => {
  const who = await customer()
  const [card, alone, beside] = [
    await cardOf(who),
    await promo({ percent: 10 }),
    await promo({ percent: 10, isCombined: true }),
  ]
  const { orderKey } = await buy(who)
  await applyDiscountCard(who, { orderKey, ...card })
  expect(await applyPromoCode(who, { orderKey, promoCode: alone.code })).toMatchObject({
    code: 'DiscountsNotCombined',
  })
  expect(await used(alone)).toEqual({ sold: 0, held: 0 })
  expect(await applyPromoCode(who, { orderKey, promoCode: beside.code })).toMatchObject({
    value: { totalMinor: 5_250 - 200 - 480 },
  })
  await unapplyPromoCode(who, orderKey)
  expect((await orderOf(who, orderKey)).totalMinor).toBe(5_050)
  const second = await buy(who)
  await applyPromoCode(who, { orderKey: second.orderKey, promoCode: alone.code })
  expect(await applyDiscountCard(who, { orderKey: second.orderKey, ...card })).toMatchObject({
    code: 'DiscountsNotCombined',
  })
})

test('every refusal has its own word', async () => {
  const who = await env.guest()
  const now = env.clock.now().getTime()
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
  const offeringId = await env.offering(10)
  const { orderKey } = await env.order(who, { offeringId, places: [1] })
  const refusals: [Partial<CodeToSave>, string][] = [
    [{ percent: 5, isActive: false }, 'PromoCodeNotActive'],
    [{ percent: 5, validFrom: at(1) }, 'PromoCodeNotActive'],
    [{ percent: 5, validUntil: at(-1) }, 'PromoCodeExpired'],
    [{ percent: 5, quantity: 0 }, 'PromoCodeUsedUp'],
    [{ percent: 5, ticketsMin: 5_001 }, 'PromoCodeMinimum'],
    [{ percent: 5, perCustomerMax: 1 }, 'PromoCodeNeedsSignIn'],
  ]
  for (const [terms, code] of refusals) {
    const { code: promoCode } = await promo(terms)
    expect(await applyPromoCode(who, { orderKey, promoCode })).toMatchObject({ code })
  }
  expect(await applyPromoCode(who, { orderKey, promoCode: 'NOBODY' })).toMatchObject({
    code: 'PromoCodeUnknown',
  })
  const other = await promo({ percent: 5, source: 'boat', itemIds: [offeringId] })
  expect(await applyPromoCode(who, { orderKey, promoCode: other.code })).toMatchObject({
    code: 'PromoCodeNotForThis',
  })
  const stranger = await env.guest()
  expect(await applyPromoCode(stranger, { orderKey, promoCode: other.code })).toMatchObject({
    code: 'OrderNotFound',
  })
})

test('a code and an option are of a source: the boat of the same number pays its full price', async () => {
  const who = await env.guest()
  const offeringId = await env.offering(10)
  const sailing = await createOffering(env.context, { legCount: 2, placeCount: 2, pools: [] })
  const { orderKey } = await env.order(who, { offeringId, places: [1] })
  const parts = [{ legFrom: 0, legTo: 2, places: [1] }]
  const request = { offeringId: sailing, itemId: offeringId, parts }
  const taken = await takeOffer(who, journeySource('boat'), { request, orderKey })
  if (!taken.ok) throw new Error(taken.code)
  const takenOff = async (terms: Partial<CodeToSave>) => {
    const { code: promoCode } = await promo({ percent: 10, ...terms })
    const applied = await applyPromoCode(who, { orderKey, promoCode })
    if (!applied.ok) throw new Error(applied.code)
    await unapplyPromoCode(who, orderKey)
    return taken.value.totalMinor - applied.value.totalMinor
  }
  // A place at 50.00, two legs at 5.00.
  expect(await takenOff({})).toBe(600)
  expect(await takenOff({ source: 'boat' })).toBe(100)
  expect(await takenOff({ source: 'boat', itemIds: [offeringId] })).toBe(100)
  expect(await takenOff({ source: 'test', itemIds: [offeringId] })).toBe(500)
  const optionId = await option({ source: 'boat', itemId: offeringId, pricing: 'ticket' })
  const chosen = await chooseOptions(who, { orderKey, fees: [{ feeId: optionId }] })
  expect(chosen.ok && chosen.value.totalMinor - taken.value.totalMinor).toBe(500)
  const refused = (terms: Partial<CodeToSave>) =>
    savePromoCode(env.context, selling, {
      borneBy: 'house',
      isCombined: false,
      isActive: true,
      percent: 5,
      ...terms,
    })
  const wrong: [Partial<CodeToSave>, string][] = [
    [{ itemIds: [1] }, 'body.source'],
    [{ source: 'rocket' }, 'body.source'],
    [{ source: 'boat', eventIds: [1] }, 'body.eventIds'],
  ]
  for (const [terms, path] of wrong)
    expect(await refused(terms)).toMatchObject({ detail: { fields: [{ path }] } })
})

test('a customer uses a code as often as it allows, over any number of concurrent orders', async () => {
  const [who, someone] = [await customer(), await customer()]
  const code = await promo({ percent: 10, perCustomerMax: 2, quantity: 3 })
  const orders = await Promise.all([1, 2, 3, 4].map(() => buy(who)))
  const answers = await Promise.all(
    orders.map(({ orderKey }) => applyPromoCode(who, { orderKey, promoCode: code.code })),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(2)
  const codes = answers.flatMap((answer) => (answer.ok ? [] : [answer.code]))
  expect(codes).toEqual(['PromoCodePerCustomer', 'PromoCodePerCustomer'])
  const theirs = await buy(someone)
  const apply = { orderKey: theirs.orderKey, promoCode: code.code }
  expect((await applyPromoCode(someone, apply)).ok).toBe(true)
  const lucky = orders[answers.findIndex((answer) => answer.ok)]?.orderKey ?? ''
  await unapplyPromoCode(who, lucky)
  expect(await used(code)).toEqual({ sold: 0, held: 2 })
  expect((await applyPromoCode(who, { orderKey: lucky, promoCode: code.code })).ok).toBe(true)
})

const buyers = Number(process.env['BUYERS'] ?? 60)

test('a race: without the guard a code is used too often, with it exactly as often as allowed', async () => {
  const quantity = Math.floor(buyers / 6)
  const code = await promo({ amount: 100, quantity })
  const offeringId = await env.offering(0, [{ poolId: 1, capacity: buyers * 2 }])
  const who = await env.guest()
  const orders = await Promise.all(
    Array.from({ length: buyers }, () =>
      env.order(who, { offeringId, pool: { poolId: 1, quantity: 1 } }),
    ),
  )
  // Without the guard: read the remaining uses, then take one.
  const { db } = env.context
  await sql`create table careless_use (id integer generated always as identity)`.execute(db)
  await Promise.all(
    orders.map(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from careless_use`.execute(db)
      if ((rows[0]?.count ?? 0) < quantity)
        await sql`insert into careless_use default values`.execute(db)
    }),
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from careless_use`.execute(db)
  expect(rows[0]?.count).toBeGreaterThan(quantity)

  const answers = await Promise.all(
    orders.map(({ orderKey }) => applyPromoCode(who, { orderKey, promoCode: code.code })),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(quantity)
  const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.code]))
  expect(new Set(refused)).toEqual(new Set(['PromoCodeUsedUp']))
  expect(await used(code)).toEqual({ sold: 0, held: quantity })
}, 120_000)

test('an order that ends lets its use go; one that is tried again keeps it', async () => {
  const who = await env.guest()
  const code = await promo({ amount: 500, quantity: 1 })
  const canceled = await buy(who)
  await applyPromoCode(who, { orderKey: canceled.orderKey, promoCode: code.code })
  await releaseOrder(who, { orderKey: canceled.orderKey, cancel: true })
  expect(await used(code)).toEqual({ sold: 0, held: 0 })
  const { orderKey } = await buy(who)
  await applyPromoCode(who, { orderKey, promoCode: code.code })
  const started = await startPayment(who, env.ports, { orderKey, provider: 2 })
  const payment = started.ok ? started.value : null
  const outcome = { kind: 'decline', resultCode: 'decline_general' } as const
  env.bank.pay(payment?.externalId ?? '', outcome)
  await settlePayment(who, env.ports, payment?.id ?? '')
  const again = await retryOrder(who, orderKey)
  if (!again.ok) throw new Error(again.code)
  expect(again.value.totalMinor).toBe(4_750)
  expect((await pay(who, again.value.orderKey)).status).toBe(orderStatus.Processed)
  expect(await used(code)).toEqual({ sold: 1, held: 0 })
})

test.each([
  ['is still free: tickets', false, orderStatus.Processed],
  ['was used meanwhile: the money goes back', true, orderStatus.Timeout],
])('money that comes late, when the code %s', async (_, isUsed, status) => {
  const who = await env.guest()
  const code = await promo({ amount: 500, quantity: 1 })
  const { orderKey } = await buy(who)
  await applyPromoCode(who, { orderKey, promoCode: code.code })
  const started = await startPayment(who, env.ports, { orderKey, provider: 2 })
  const payment = started.ok ? started.value : null
  env.clock.advance(16 * 60)
  for (const sweep of checkoutSweeps(env.ports)) await sweep.run(env.context)
  expect(await used(code)).toEqual({ sold: 0, held: 0 })
  if (isUsed) {
    const other = await buy(who)
    const apply = { orderKey: other.orderKey, promoCode: code.code }
    expect((await applyPromoCode(who, apply)).ok).toBe(true)
  }
  env.bank.pay(payment?.externalId ?? '', { kind: 'approve' })
  const settled = await settlePayment(who, env.ports, payment?.id ?? '')
  expect((await orderOf(who, orderKey)).status).toBe(status)
  expect(settled?.state).toBe(isUsed ? 'refunding' : 'captured')
})

test('random stories keep every promise', async () => {
  const seed = seedOf('price breakdown', 20_261_122)
  let state = seed
  const chance = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const who = await customer()
  const card = await cardOf(who)
  const codes = [
    await promo({ percent: 33, isCombined: true, ticketsMin: 9_000 }),
    await promo({ amount: 7_777, borneBy: 'merchant', quantity: 2 }),
  ]
  const optionId = await option({ pricing: 'ticket', amountMinor: 111, kind: 'CardPriceFee' })
  const source = env.ports.orders.sources[0]
  if (!source) throw new Error('the world sells something')
  for (let scenario = 0; scenario < 6; scenario += 1) {
    const offeringId = await env.offering(8)
    const { orderKey } = await env.order(who, { offeringId, places: [1] })
    const steps = [
      () => takeOffer(who, source, { orderKey, request: { offeringId, places: [2 + chance(7)] } }),
      () => applyPromoCode(who, { orderKey, promoCode: codes[chance(2)]?.code ?? '' }),
      () => unapplyPromoCode(who, orderKey),
      () => applyDiscountCard(who, { orderKey, ...card }),
      () => tryApplyBenefits(who, orderKey),
      () => chooseOptions(who, { orderKey, fees: chance(2) === 0 ? [] : [{ feeId: optionId }] }),
      async () => {
        const tickets = (await orderOf(who, orderKey)).lines.filter((one) => one.kind === 'Ticket')
        const lineId = tickets[chance(tickets.length)]?.id ?? 0
        if (tickets.length > 1)
          await releaseOrder(who, { orderKey, lineIds: [lineId], cancel: false })
      },
    ]
    for (let step = 0; step < 10; step += 1) {
      await steps[chance(steps.length)]?.()
      const { lines, totalMinor } = await orderOf(who, orderKey)
      const where = `story ${scenario}, step ${step}, SEED=${seed}`
      expect(totalMinor, where).toBe(lines.reduce((sum, line) => sum + line.amountMinor, 0))
      expect(totalMinor, where).toBeGreaterThanOrEqual(0)
    }
    const order = await orderOf(who, orderKey)
    if (order.totalMinor > 0) await pay(who, orderKey)
    else await completeOrder(who, env.ports, orderKey)
    expect(await readBalance(who, `order:${orderKey}`, 'GEL'), `SEED=${seed}`).toBe(0)
  }
  // Unsold uses of a code are free again.
  for (const code of codes) expect((await used(code)).held).toBe(0)
})
