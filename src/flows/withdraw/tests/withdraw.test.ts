/**
 * Goal: money is withdrawn once, only with its owner's confirmation, never more than the balance, and is credited back
 * when the bank rejects it. Method: the whole path on a real database with payout bank and card bank, correct, late,
 * unresponsive and refusing; many concurrent requests; the ledger is checked after every scenario.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  customerAccount,
  openPayoutBank,
  postTransfer,
  readAvailable,
  readBalance,
  saveBankAccount,
  sendWithdrawals,
  withdrawToAccount,
  type PayoutBank,
} from '#modules/wallet/server/public-api.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import { sendCodeMessage } from '#modules/accounts/server/public-api.ts'
import { crashesDuring } from '#flows/checkout/tests/simulated-crash.ts'
import { checkoutSweeps } from '#flows/checkout/server/sweeps.ts'
import { startPayouts, type PayoutsFake } from '../../../../fakes/payouts/start.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { walletValues } from '../../../../tests/hostile/wallet.ts'
import { stepUpHeaders } from '../../../../tests/support/step-up.ts'

let shop: HostileShop
let bank: PayoutsFake
let payouts: PayoutBank
beforeAll(async () => {
  shop = await openHostileShop()
  bank = await startPayouts({ port: 0 })
  payouts = openPayoutBank({ url: bank.url, apiKey: 'demo-payout-key', timeoutMs: 1_000 })
})
afterEach(async () => expect(await ledgerViolations(shop.context)).toEqual([]))
afterAll(async () => {
  await shop.close()
  await bank.stop()
})

interface Somebody {
  readonly token: string
  readonly customerId: string
  readonly bankAccountId: number
}

/** 9,000 lari on the balance, a confirmed phone and an account. */
async function somebody(): Promise<Somebody> {
  const token = await shop.customer()
  const values = await walletValues(shop, token)
  const row = await shop.context.db
    .selectFrom('bank_account')
    .select('customer_id')
    .where('id', '=', Number(values['bankAccountId']))
    .executeTakeFirstOrThrow()
  return { token, customerId: row.customer_id, bankAccountId: Number(values['bankAccountId']) }
}

const available = (who: Somebody) => readAvailable(shop.context, who.customerId, 'GEL')
const path = '/v2/balance/withdraw/account'
const start = ({ customerId, bankAccountId }: Somebody, amountMinor: number) =>
  withdrawToAccount(shop.context, { customerId, bankAccountId, amountMinor })

async function work(): Promise<void> {
  shop.context.clock.advance(700)
  await sendWithdrawals(shop.context, payouts)
}

async function stateOf(who: Somebody): Promise<unknown> {
  const answer = await shop.get('/v2/balance/withdrawals', who.token)
  return answer.body.withdrawals[0]?.state
}

test('with the code from the message: reserved, sent, paid, and posted in the ledger', async () => {
  const who = await somebody()
  const request = { amount: 12_345, bankAccountId: who.bankAccountId }
  const asked = await shop.post(path, request, who.token)
  expect(asked.status, asked.text).toBe(200)
  const { codeId } = asked.body
  const sent: string[] = []
  const sms = { send: async ({ text }: { text: string }) => void sent.push(text) }
  await sendCodeMessage(shop.context, sms, { codeId, locale: 'en' })
  const code = /\d{6}/.exec(sent[0] ?? '')?.[0]
  const other = await shop.post(path, { ...request, amount: 12_346, codeId, code }, who.token)
  expect(other.body.error.code).toBe('CodeWrong')
  const stranger = await somebody()
  const stolen = await shop.post(path, { ...request, codeId, code }, stranger.token)
  expect(stolen.body.error.code).toBe('BankAccountNotFound')
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => shop.post(path, { ...request, codeId, code }, who.token)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await available(who)).toBe(900_000 - 12_345)
  await work()
  expect(await stateOf(who)).toBe('paid')
  const [transfer] = bank.transfers()
  expect(transfer).toMatchObject({ iban: 'GE29NB0000000101904917', amount: '123.45' })
  const account = customerAccount(who.customerId)
  expect(await readBalance(shop.context, account, 'GEL')).toBe(12_345 - 900_000)
  // The balance as the customer reads it, in both families of calls.
  const read = async (address: string) => (await shop.get(address, who.token)).body
  const { logs } = await read('/v2/balance/logs')
  const told = logs.map(({ kind, amount }: Reply) => [kind, amount.amount])
  expect(told.slice(0, 2)).toEqual([
    ['withdrawal-paid', 12_345],
    ['withdrawal-started', 12_345],
  ])
  const { movements } = await read('/v2/balance/list')
  expect(movements[0]).toMatchObject({
    kind: 'withdraw-account',
    amount: { amount: -12_345, currency: 'GEL' },
    balance: { amount: 900_000 - 12_345 },
  })
  const balance = await read('/v2/balance')
  expect(balance).toMatchObject({ available: { amount: 900_000 - 12_345 }, held: { amount: 0 } })
  expect(await read('/groot/Wallet/balance')).toEqual(balance)
})

test('an account of another, or one that was removed, is nobody’s to withdraw to', async () => {
  const [who, other] = [await somebody(), await somebody()]
  const { bankAccountId } = other
  const stolen = await withdrawToAccount(shop.context, { ...who, bankAccountId, amountMinor: 500 })
  expect(stolen).toMatchObject({ ok: false, code: 'BankAccountNotFound' })
  const removal = { method: 'DELETE', path: `/v2/balance/bank-accounts/${bankAccountId}` }
  const remove = async ({ token }: Somebody) => {
    const headers = await stepUpHeaders(shop.context, token, 'bank-accounts')
    return shop.send({ ...removal, token, headers })
  }
  expect((await remove(who)).body.error.code).toBe('NotFound')
  expect((await remove(other)).status).toBe(200)
  expect(await start(other, 500)).toMatchObject({ ok: false, code: 'BankAccountNotFound' })
  expect(await available(other)).toBe(900_000)
})

test('a code goes to a phone that was confirmed, and to no other', async () => {
  const who = await somebody()
  await shop.context.db
    .updateTable('customer')
    .set({ phone_verified_at: null })
    .where('id', '=', who.customerId)
    .execute()
  const asked = await shop.post(path, { amount: 500, bankAccountId: who.bankAccountId }, who.token)
  expect(asked.body.error.code).toBe('PhoneMissing')
})

/** A Georgian account number with the check digits it has to have (ISO 13616). */
function ibanOf(number: number): string {
  const account = `NB${String(number).padStart(16, '0')}`
  const digits = [...`${account}GE00`].map((sign) => Number.parseInt(sign, 36)).join('')
  return `GE${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`
}

test('five accounts at most, also under ten concurrent requests; an invalid number is refused', async () => {
  const token = await shop.customer()
  const { body } = await shop.get('/v2/auth/profile', token)
  const actor = { kind: 'customer', sessionId: '', customerId: String(body.userId) } as const
  const save = (iban: string) =>
    saveBankAccount(shop.context.as(actor), { iban, holderName: 'Nino' })
  const numbers = Array.from({ length: 10 }, (_, number) => ibanOf(number + 1))
  const answers = await Promise.all(numbers.map(save))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
  const refused = answers.filter((answer) => !answer.ok)
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['TooManyBankAccounts']))
  const [first = ''] = numbers
  const mistyped = `${first.slice(0, -1)}${(Number(first.at(-1)) + 1) % 10}`
  expect(await save(mistyped)).toMatchObject({ ok: false, code: 'IbanInvalid' })
  expect((await shop.get('/v2/balance/bank-accounts', token)).body.accounts).toHaveLength(5)
})

test('a bank that rejects gives it back; one that is late, silent or broken pays once', async () => {
  const who = await somebody()
  bank.misbehave({ rejectNext: 1 })
  await start(who, 5_000)
  await work()
  expect(await stateOf(who)).toBe('rejected')
  expect(await available(who)).toBe(900_000)
  const before = bank.transfers().length
  bank.misbehave({ silentNext: 1, errorNext: 1, lateMs: 2_500 })
  await start(who, 5_000)
  await work()
  expect(await stateOf(who)).toBe('held')
  await work()
  await work()
  expect(await stateOf(who)).toBe('sent')
  expect(await available(who)).toBe(895_000)
  await expect.poll(async () => (await work(), stateOf(who)), { timeout: 15_000 }).toBe('paid')
  bank.misbehave({ lateMs: 0 })
  expect(bank.transfers()).toHaveLength(before + 1)
  expect(await available(who)).toBe(895_000)
})

test('the worker dies before every statement of a transfer, and the bank makes it once', async () => {
  const who = await somebody()
  const before = bank.transfers().length
  for (let statements = 0; ; statements += 1) {
    await start(who, 1_000)
    await crashesDuring(shop.context as never, statements, (dying) =>
      sendWithdrawals(dying, payouts),
    )
    const isThrough = (await stateOf(who)) === 'paid'
    // A crash is noticed when the lease has expired.
    await work()
    expect(await stateOf(who)).toBe('paid')
    expect(bank.transfers()).toHaveLength(before + statements + 1)
    expect(await readBalance(shop.context, customerAccount(who.customerId), 'GEL')).toBe(
      -(900_000 - 1_000 * (statements + 1)),
    )
    if (isThrough) break
    expect(statements).toBeLessThan(40)
  }
})

test('fifty concurrent requests stay within the limit of the day, and within the balance', async () => {
  const who = await somebody()
  const answers = await Promise.all(Array.from({ length: 50 }, () => start(who, 40_000)))
  expect(answers.filter((answer) => answer.ok)).toHaveLength(7)
  expect(await available(who)).toBe(900_000 - 280_000)
  const poor = await somebody()
  await postTransfer(shop.context, {
    idempotencyKey: `spent ${poor.customerId}`,
    kind: 'spend',
    reference: 'test',
    postings: [
      { account: customerAccount(poor.customerId), currency: 'GEL', amountMinor: 899_000 },
      { account: 'house:fees', currency: 'GEL', amountMinor: -899_000 },
    ],
  })
  const few = await Promise.all(Array.from({ length: 50 }, () => start(poor, 300)))
  expect(few.filter((answer) => answer.ok)).toHaveLength(3)
  expect(await available(poor)).toBe(100)
})

test('back to the card of a top-up: never more than it brought, and only its owner', async () => {
  const token = await shop.customer()
  const begun = await shop.post('/v2/balance', { amount: 6_000 }, token)
  const { paymentId } = begun.body
  const payment = shop.bank.payments().find((each) => each.merchantPaymentId === paymentId)
  shop.bank.pay(payment?.payId ?? '', { kind: 'approve' })
  const sweep = async () => {
    shop.context.clock.advance(700)
    for (const each of checkoutSweeps(shop.ports.checkout)) await each.run(shop.context)
  }
  const balance = async () => (await shop.get('/v2/balance', token)).body.available.amount
  await expect.poll(async () => (await sweep(), balance()), { timeout: 15_000 }).toBe(6_000)
  const back = (amount: number, whose = token) =>
    shop.post('/v2/balance/withdraw/transaction', { paymentId, amount }, whose)
  expect((await back(100, await shop.customer())).body.error.code).toBe('PaymentNotFound')
  expect((await back(6_001)).body.error.code).toBe('RefundTooLarge')
  const answers = await Promise.all(Array.from({ length: 8 }, () => back(3_500)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  expect(await balance()).toBe(2_500)
  await expect
    .poll(
      async () => {
        await sweep()
        return (await shop.get('/v2/balance/withdrawals', token)).body.withdrawals[0].state
      },
      { timeout: 15_000 },
    )
    .toBe('paid')
  const returned = shop.bank.payments().find((each) => each.payId === payment?.payId)
  expect(returned?.returnedMinor).toBe(3_500)
  expect(await readBalance(shop.context, `payment:${paymentId}`, 'GEL')).toBe(0)
  const { movements } = (await shop.get('/v2/balance/list', token)).body
  expect(movements.map(({ kind }: { kind: string }) => kind)).toEqual(['withdraw-card', 'top-up'])
})
