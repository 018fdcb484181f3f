/**
 * Goal: an owner sees the balance, an operator decides on payouts, terms apply from their day on, and the files agree
 * with the pages. Method: the calls over HTTP on a real database with the demo bank, real sales and returns; commission
 * alone is tested as a pure function.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from 'fast-check'
import { dayKey } from '#kernel/format.ts'
import { makeStaff } from '#modules/staff/tests/factories.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { openPayoutBank, postTransfer } from '#modules/wallet/server/public-api.ts'
import { startPayouts, type PayoutsFake } from '../../../../fakes/payouts/start.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { expectOk, purchase } from '../../../../tests/hostile/purchases.ts'
import { postProven, statementOf } from '../../../../tests/hostile/settlements.ts'
import { commissionOf } from '../server/commission.ts'
import { writeMerchantMoneyEmail } from '../server/emails.ts'
import { sendPayouts } from '../server/payouts.ts'
import { periodEnd } from '../server/periods.ts'

const password = 'a heron on the Mtkvari'
let shop: HostileShop
let fake: PayoutsFake
let event: MadeEvent
let owner: string
let ownerEmail: string
let operator: string

beforeAll(async () => {
  shop = await openHostileShop()
  fake = await startPayouts({ port: 0 })
  event = await shop.event()
  const staff = await makeStaff(shop.context, { merchantId: event.merchantId, password })
  ownerEmail = staff.email
  owner = await tokenOf(ownerEmail)
  operator = await shop.operator()
})
afterAll(async () => {
  await shop.close()
  await fake.stop()
})

async function tokenOf(email: string): Promise<string> {
  const { body } = await shop.post('/v2/merchantusers/token', { email, password })
  return String(body.accessToken)
}

const money = () => expectOk(shop.get('/v2/merchantusers/money', owner))
/** Advances the clock; sessions expire meanwhile. */
async function days(count: number): Promise<void> {
  shop.context.clock.advance(count * 86_400)
  owner = await tokenOf(ownerEmail)
  operator = await shop.operator()
}
const sell = async (placeIds: number[]) =>
  purchase(shop, {
    token: await shop.customer(),
    station: 'paid',
    request: { event, placeIds },
  })
const payouts = () => openPayoutBank({ url: fake.url, apiKey: 'demo-payout-key', timeoutMs: 1_000 })
const readSettlement = async (): Promise<Reply> => {
  const { merchants } = await expectOk(shop.get('/v2/operator/settlements', operator))
  return merchants.find(({ merchantId }: Reply) => merchantId === event.merchantId)
}

test('commission is at most a ticket’s earnings, and zero for a free ticket', () => {
  fc.assert(
    fc.property(
      fc.nat(10_000),
      fc.nat(500),
      fc.nat(100_000),
      (commissionBasisPoints, commissionMinor, earnedMinor) => {
        const taken = commissionOf({ commissionBasisPoints, commissionMinor }, earnedMinor)
        expect(taken).toBeGreaterThanOrEqual(0)
        expect(taken).toBeLessThanOrEqual(earnedMinor)
      },
    ),
  )
  expect(commissionOf({ commissionBasisPoints: 550, commissionMinor: 20 }, 5_000)).toBe(295)
  expect(commissionOf({ commissionBasisPoints: 0, commissionMinor: 500 }, 300)).toBe(300)
})

test('periods end on a Monday or the first of a month, at midnight in Tbilisi', () => {
  const at = (text: string) => new Date(text)
  // Sunday, 22 November, 23:59 and Monday, 00:00 in Tbilisi.
  expect(periodEnd(at('2026-11-22T19:59:00Z'), 'week')).toEqual(at('2026-11-22T20:00:00Z'))
  expect(periodEnd(at('2026-11-22T20:00:00Z'), 'week')).toEqual(at('2026-11-29T20:00:00Z'))
  expect(periodEnd(at('2026-12-31T20:00:00Z'), 'month')).toEqual(at('2027-01-31T20:00:00Z'))
})

test('from terms to the bank: sale, statement, reserve, approval, payout, email', async () => {
  const terms = {
    merchantId: event.merchantId,
    commissionBasisPoints: 550,
    commissionMinor: 20,
    isCommissionReturned: false,
    reserveBasisPoints: 10_000,
    period: 'month',
    payoutMinorMin: 100,
  }
  const agree = (validFrom: string) =>
    postProven(shop, '/v2/operator/settlements/terms', { ...terms, validFrom }, operator)
  const day = (ahead: number) =>
    new Date(shop.context.clock.now().getTime() + 4 * 3_600_000 + ahead * 86_400_000)
      .toISOString()
      .slice(0, 10)
  expect((await agree(day(0))).body.error.code).toBe('TermsTooSoon')
  await expectOk(agree(day(1)))
  // Sold before the terms begin: without commission.
  await sell([1])
  expect(await money()).toMatchObject({ owed: { amount: 5_000 }, terms: null })
  await days(2)
  const bought = await sell([2, 3])
  expect(await money()).toMatchObject({
    owed: { amount: 15_000 - 2 * 295 },
    reserved: { amount: 15_000 },
    terms: { commissionBasisPoints: 550 },
  })
  const close = () =>
    postProven(shop, '/v2/operator/settlements/close', { merchantId: event.merchantId }, operator)
  shop.context.clock.advance(1)
  const first = await expectOk(close())
  expect(first).toMatchObject({
    number: 1,
    opening: { amount: 0 },
    closing: { amount: 14_410 },
    lines: [
      { kind: 'commission', count: 1, amount: { amount: -590 } },
      { kind: 'sale', count: 2, amount: { amount: 15_000 } },
    ],
  })
  shop.context.clock.advance(1)
  expect((await close()).body.error.code).toBe('NothingToState')
  // The date is upcoming, so nothing is proposed. Two days after it everything is available.
  expect((await readSettlement()).proposed).toBeNull()
  const refund = {
    orderNumber: bought.orderNumber,
    ticketIdentifiers: bought.ticketIdentifiers.slice(0, 1),
    reason: 'Fell ill',
  }
  await expectOk(shop.postProven('/v2/merchantusers/orders/refund', refund, owner))
  await days(33)
  await expectOk(close())
  const { proposed } = await readSettlement()
  expect(proposed).toMatchObject({ amount: { amount: 9_410 }, state: 'proposed' })
  const decide = (body: object) =>
    postProven(
      shop,
      '/v2/operator/payouts/decide',
      { payoutId: proposed.payoutId, decision: 'approve', amountMinor: 9_410, ...body },
      operator,
    )
  expect((await decide({})).body.error.code).toBe('PayoutAccountMissing')
  const account = { iban: 'GE29 NB00 0000 0101 9049 17', holderName: 'Kulisa', password }
  const save = (body: object) => shop.post('/v2/merchantusers/bank-account', body, owner)
  expect((await save({ ...account, password: 'guessed' })).body.error.code).toBe('PasswordWrong')
  expect((await save({ ...account, iban: 'GE29NB0000000101904918' })).body.error.code).toBe(
    'IbanInvalid',
  )
  await expectOk(save(account))
  expect((await decide({})).body.error.code).toBe('PayoutAccountNew')
  await days(2)
  const second = await makeStaff(shop.context, { merchantId: event.merchantId, role: 'manager' })
  const raised = { staffId: second.staffId, role: 'owner', password }
  await expectOk(shop.post('/v2/merchantusers/team/change', raised, owner))
  const paused = (await decide({})).body.error
  expect(paused.code).toBe('PayoutsPaused')
  expect((await money()).payoutsPausedUntil).toBe(paused.detail.possibleAt)
  await days(2)
  expect((await money()).payoutsPausedUntil).toBeNull()
  expect((await decide({ amountMinor: 9_411 })).body.error.code).toBe('PayoutChanged')
  const answers = await Promise.all([decide({}), decide({}), decide({})])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await money()).toMatchObject({ owed: { amount: 0 }, inTransit: { amount: 9_410 } })
  fake.misbehave({ silentNext: 1 })
  await sendPayouts(shop.context, payouts())
  await days(1)
  await Promise.all([sendPayouts(shop.context, payouts()), sendPayouts(shop.context, payouts())])
  expect(fake.transfers()).toMatchObject([{ amount: '94.10', iban: 'GE29NB0000000101904917' }])
  expect(await money()).toMatchObject({
    inTransit: { amount: 0 },
    payouts: [{ state: 'paid', amount: { amount: 9_410 }, ibanHint: 'GE29 •••• 4917' }],
  })
  const sent: string[] = []
  const mailer = { send: async (mail: { text: string }) => void sent.push(mail.text), close() {} }
  await writeMerchantMoneyEmail(shop.context, mailer as never, {
    merchantId: event.merchantId,
    kind: 'payout-paid',
    reference: proposed.payoutId,
  })
  expect(sent[0]).toContain('94.10')
})

test('a ticket returned after the payout leaves a negative balance, which is claimed once', async () => {
  const { orderNumber, identifier } = await soldTicket()
  const refund = { orderNumber, ticketIdentifiers: [identifier], reason: 'Refunded late' }
  await expectOk(shop.postProven('/v2/merchantusers/orders/refund', refund, owner))
  expect(await money()).toMatchObject({ owed: { amount: -5_000 } })
  const { merchantId } = event
  const claim = () => postProven(shop, '/v2/operator/settlements/claim', { merchantId }, operator)
  const { claimId } = await expectOk(claim())
  expect((await claim()).body.error.code).toBe('NothingToClaim')
  expect(await money()).toMatchObject({ claim: { state: 'open', amount: { amount: 5_000 } } })
  const end = () =>
    postProven(shop, '/v2/operator/settlements/claim/end', { claimId, outcome: 'paid' }, operator)
  const ended = await Promise.all([end(), end(), end()])
  expect(ended.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await money()).toMatchObject({ owed: { amount: 0 }, claim: null })
})

async function soldTicket() {
  const row = await shop.context.db
    .selectFrom('ticket')
    .innerJoin('orders', 'orders.id', 'ticket.order_id')
    .select(['ticket.identifier', 'orders.order_number'])
    .where('ticket.item_id', '=', event.eventId)
    .where('ticket.status', '=', 1)
    .orderBy('ticket.id')
    .executeTakeFirstOrThrow()
  return { orderNumber: row.order_number, identifier: row.identifier }
}

test('the files contain every entry with order numbers, and the totals, in both languages', async () => {
  const { statements } = await money()
  const [{ statementId, closing }] = statements
  const path = `/v2/merchantusers/statements/${statementId}/file`
  const csv = await shop.get(`${path}?format=csv`, owner)
  expect(csv.headers['content-type']).toContain('text/csv')
  const lines = csv.text.trim().split('\r\n')
  expect(lines.at(-1)).toContain((closing.amount / 100).toFixed(2))
  const { orderNumber } = await soldTicket()
  const first = await shop.get(
    `/v2/merchantusers/statements/${statements.at(-1).statementId}/file?format=csv`,
    owner,
  )
  expect(first.text).toContain(orderNumber)
  // Every entry of an order names what it was for, and when that begins.
  const ofOrders = first.text.split('\r\n').filter((line) => /"[\dA-Z]{10}"/.test(line))
  expect(ofOrders.length).toBeGreaterThan(0)
  const names = await shop.context.db
    .selectFrom('event_summary')
    .select(['name', 'starts_at'])
    .where('event_id', '=', event.eventId)
    .executeTakeFirstOrThrow()
  const name = (names.name as unknown as { en: string; ka: string }).en
  const day = dayKey(names.starts_at as Date)
  for (const line of ofOrders) {
    expect(line).toContain(`"${name}"`)
    expect(line).toContain(`"${day} `)
  }
  const times = [...first.text.matchAll(/^"(\d{4}[^"]*)"/gm)].map(([, time]) => time)
  expect(times.length).toBeGreaterThan(0)
  for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  // A link asks for the page's language; browsers send their own with it.
  const inBoth = ['ka', 'en'].map(async (locale) =>
    shop.get(`${path}?format=csv&locale=${locale}`, owner),
  )
  const [georgian, english] = await Promise.all(inBoth)
  expect(georgian?.text).toContain('თარიღი')
  expect(english?.text).not.toMatch(/[ა-ჰ]/)
  const pdf = await shop.get(`${path}?format=pdf`, owner)
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.text.startsWith('%PDF')).toBe(true)
  const office = await shop.get(`/v2/operator/statements/${statementId}/file?format=csv`, operator)
  expect(office.text).toBe(csv.text)
  const stranger = await shop.staff((await shop.event()).merchantId)
  expect((await shop.get(`${path}?format=csv`, stranger)).status).toBe(404)
})

test('refunds since the statement are not paid out: the proposal is lowered and decided again', async () => {
  const { merchantId } = await shop.event()
  const { db, clock } = shop.context
  await statementOf(shop, merchantId)
  await db
    .insertInto('merchant_bank_account')
    .values({
      merchant_id: merchantId,
      iban: 'GE29NB0000000101904917',
      holder_name: 'Kulisa',
      created_at: clock.now(),
      usable_from: clock.now(),
    })
    .execute()
  await postTransfer(shop.context, {
    idempotencyKey: `went back ${merchantId}`,
    kind: 'ticket-return',
    reference: 'test',
    postings: [
      { account: `merchant:${merchantId}`, currency: 'GEL', amountMinor: 2_000 },
      { account: 'house:gifts', currency: 'GEL', amountMinor: -2_000 },
    ],
  })
  const proposal = () =>
    db
      .selectFrom('merchant_payout')
      .select(['id', 'amount_minor'])
      .where('merchant_id', '=', merchantId)
      .where('state', '=', 'proposed')
      .executeTakeFirstOrThrow()
  const approve = async () => {
    const { id, amount_minor: amount } = await proposal()
    const body = { payoutId: id, decision: 'approve', amountMinor: Number(amount) }
    return postProven(shop, '/v2/operator/payouts/decide', body, operator)
  }
  expect((await approve()).body.error.code).toBe('PayoutChanged')
  expect(Number((await proposal()).amount_minor)).toBe(3_000)
  await expectOk(approve())
})
