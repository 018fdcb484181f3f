import { randomBytes, randomInt } from 'node:crypto'
import type { PayOutcome, Refusal, Totals } from '../tpay/bank.ts'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import type { Misbehaviour } from '../tpay/misbehaviour.ts'
import type { PageLanguage } from '../shared/pages.ts'
import type { Currency } from '../tpay/protocol.ts'
import type { PaymentStore } from '../shared/payment-store.ts'
import {
  currencyByNumber,
  extendedCodes,
  readText,
  type ExtendedCode,
  type Transaction,
} from './protocol.ts'
import type { ShopClient } from './shop-client.ts'

export type Start = {
  orderParameters: Record<string, string>
  backUrlSuccess: string
  backUrlFailure: string
  language: PageLanguage
}

const sessionMs = 12 * 60_000
const challengeTries = 3
const oneTimeCode = '1234'
const demoCardMask = '400000******0001'

/**
 * The fake bank: starts transactions after a check call to the shop, charges test cards, reports outcomes
 * to the shop, and refunds. A transaction changes in one synchronous step, so concurrent requests cannot
 * charge or refund twice.
 */
export class Bank {
  readonly #payments: PaymentStore<Transaction>
  readonly #faults: FaultRegistry<Misbehaviour>
  readonly #shop: ShopClient
  readonly #retryDelaysMs: readonly number[]
  readonly #timers = new Set<NodeJS.Timeout>()
  #clock: NodeJS.Timeout | null = null

  constructor(options: {
    payments: PaymentStore<Transaction>
    faults: FaultRegistry<Misbehaviour>
    shop: ShopClient
    retryDelaysMs: readonly number[]
  }) {
    this.#payments = options.payments
    this.#faults = options.faults
    this.#shop = options.shop
    this.#retryDelaysMs = options.retryDelaysMs
  }

  /** Starts the timer, and resumes pending reports to the shop. */
  start(tickMs: number): void {
    this.#clock = setInterval(() => this.tick(), tickMs)
    for (const transaction of this.#payments.all())
      if (transaction.register === 'owed') this.#later(0, () => this.#reportOutcome(transaction, 0))
  }

  stop(): void {
    if (this.#clock) clearInterval(this.#clock)
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#shop.stop()
  }

  /** Ends all open transactions whose time is over. */
  tick(now = Date.now()): void {
    for (const transaction of this.#payments.all()) {
      if (transaction.resultCode !== null) continue
      if (transaction.settlesAt !== null && transaction.settlesAt <= now) this.#capture(transaction)
      else if (transaction.settlesAt === null && transaction.expiresAt <= now)
        this.#end(transaction, '2', extendedCodes.buyerLost)
    }
  }

  get(trxId: string): Transaction | undefined {
    return this.#payments.get(trxId)
  }

  all(): Transaction[] {
    return this.#payments.all()
  }

  clear(): void {
    this.#payments.clear()
  }

  /** Transactions started with this order parameter, oldest first. */
  byOrderParameter(name: string, value: string): Transaction[] {
    return this.all().filter((each) => each.orderParameters[name] === value)
  }

  /** Transactions started, paid or refunded in a period; `to` is exclusive. */
  report(from: number, to: number): Transaction[] {
    return this.all().filter(({ createdAt, paidAt, returnedAt }) =>
      [createdAt, paidAt, returnedAt].some((at) => at !== null && at >= from && at < to),
    )
  }

  /**
   * Starts a transaction after a check call to the shop, whose response contains amount, account and
   * description. With the token of a saved card it is charged immediately, without a page.
   */
  async begin(start: Start): Promise<Transaction> {
    const transaction = newTransaction(start)
    const reply = await this.#shop.check(transaction)
    const code = readText(reply ?? '', 'code')
    transaction.merchantTrx = readText(reply ?? '', 'merchant-trx')
    transaction.description = readText(reply ?? '', 'shortDesc') ?? ''
    transaction.accountId = readText(reply ?? '', 'id') ?? ''
    transaction.requestedMinor = Number(readText(reply ?? '', 'amount') ?? 0)
    transaction.amountMinor = transaction.requestedMinor
    const currency = currencyByNumber(readText(reply ?? '', 'currency'))
    transaction.requestedCurrency = currency ?? 'GEL'
    transaction.currency = transaction.requestedCurrency
    transaction.keepsCard = readText(reply ?? '', 'RegisterRecurrent') === 'Y'
    this.#payments.save(transaction)
    if (code !== '1' || currency === null || transaction.requestedMinor === 0) {
      const reason = reply === null ? extendedCodes.shopUnreachable : extendedCodes.shopRefused
      // A transaction that the shop has refused is not reported to it.
      return this.#end(transaction, '2', reason, false)
    }
    const token = readText(reply ?? '', 'primaryTrxPcid')
    if (token !== null) await this.#charge(transaction, token)
    return transaction
  }

  /**
   * Pays an open transaction with a test card; with `force`, also one that has ended without a charge, as
   * slow banks may.
   */
  pay(
    transaction: Transaction,
    outcome: PayOutcome,
    cardMask = demoCardMask,
    force = false,
  ): Transaction | Refusal {
    if (transaction.resultCode === '1' || (transaction.resultCode === '2' && !force))
      return { refused: 'The transaction is over.' }
    transaction.cardMask = cardMask
    switch (outcome.kind) {
      case 'approve':
        return this.#capture(transaction)
      case 'decline':
        return this.#end(transaction, '2', codeOf(outcome.resultCode))
      case 'expire':
        return this.#end(transaction, '2', extendedCodes.buyerLost)
      case 'slow':
        transaction.settlesAt = Date.now() + outcome.settlesAfterMs
        break
      case 'challenge':
        transaction.challenge = { triesLeft: challengeTries, alwaysFails: outcome.alwaysFails }
    }
    this.#payments.save(transaction)
    return transaction
  }

  /** The buyer cancels on the bank's page. */
  leave(transaction: Transaction): void {
    if (transaction.resultCode === null) this.#end(transaction, '2', extendedCodes.buyerCanceled)
  }

  /** Checks the one-time code of 3-D Secure; a wrong code can be repeated while tries are left. */
  answerChallenge(transaction: Transaction, code: string): void {
    const { challenge } = transaction
    if (transaction.resultCode !== null || challenge === null) return
    if (code.trim() === oneTimeCode && !challenge.alwaysFails)
      return void this.#capture(transaction)
    challenge.triesLeft -= 1
    const isOver =
      challenge.triesLeft <= 0 || (challenge.alwaysFails && code.trim() === oneTimeCode)
    if (isOver) this.#end(transaction, '2', extendedCodes.rejected)
    else this.#payments.save(transaction)
  }

  /** Refunds all or part of a transaction; the reference must match it. */
  refund(trxId: string, rrn: string, amountMinor: number): Transaction | Refusal {
    const transaction = this.get(trxId)
    if (transaction?.resultCode !== '1' || transaction.rrn !== rrn)
      return { refused: 'There is no such paid transaction.' }
    const left = transaction.amountMinor - transaction.returnedMinor
    if (!(amountMinor > 0 && amountMinor <= left)) return { refused: 'More than is left.' }
    transaction.returnedMinor += amountMinor
    transaction.returnedAt = Date.now()
    this.#payments.save(transaction)
    return transaction
  }

  /** Resolves once the outcome has been reported to the shop, or after the timeout. */
  async reported(transaction: Transaction, withinMs: number): Promise<void> {
    if ((this.#faults.read('callbackDelayMs', transaction.trxId) ?? 0) > 0) return
    const until = Date.now() + withinMs
    while (
      transaction.register === 'owed' &&
      transaction.registerAttempts === 0 &&
      Date.now() < until
    )
      await new Promise((resolve) => setTimeout(resolve, 20))
  }

  async #charge(transaction: Transaction, token: string): Promise<void> {
    const saved = this.get(token)
    if (saved?.cardRef === null || saved?.cardMask === null || saved === undefined)
      this.#end(transaction, '2', extendedCodes.cardNotFound)
    else if (this.#faults.spend('executionDeclinedCalls'))
      this.#end(transaction, '2', extendedCodes.noFunds)
    else {
      transaction.cardMask = saved.cardMask
      this.#capture(transaction)
    }
    await this.reported(transaction, 5_000)
  }

  #capture(transaction: Transaction): Transaction {
    const { trxId } = transaction
    transaction.amountMinor =
      this.#faults.read('approveAmountMinor', trxId) ?? transaction.requestedMinor
    transaction.currency = (this.#faults.read('approveCurrency', trxId) ??
      transaction.requestedCurrency) as Currency
    transaction.paidAt = Date.now()
    transaction.rrn = String(randomInt(10 ** 11, 10 ** 12))
    transaction.authCode = String(randomInt(100_000, 1_000_000))
    if (transaction.keepsCard) transaction.cardRef = randomBytes(16).toString('hex').toUpperCase()
    return this.#end(transaction, '1', extendedCodes.ok)
  }

  #end(
    transaction: Transaction,
    resultCode: '1' | '2',
    extendedCode: ExtendedCode,
    isReported = true,
  ): Transaction {
    Object.assign(transaction, { resultCode, extendedCode, challenge: null, settlesAt: null })
    const { trxId } = transaction
    if (!isReported) transaction.register = 'none'
    else if (this.#faults.read('callbackLost', trxId)) transaction.register = 'lost'
    else {
      transaction.register = 'owed'
      transaction.registerAttempts = 0
      const copies = this.#faults.read('callbackCopies', trxId) ?? 1
      const delayMs = this.#faults.read('callbackDelayMs', trxId) ?? 0
      for (let copy = 0; copy < copies; copy += 1)
        this.#later(delayMs, () => this.#reportOutcome(transaction, 0))
    }
    this.#payments.save(transaction)
    return transaction
  }

  async #reportOutcome(transaction: Transaction, tries: number): Promise<void> {
    const isWritten = await this.#shop.register(transaction)
    transaction.registerAttempts += 1
    const delayMs = this.#retryDelaysMs[tries]
    if (isWritten) {
      transaction.register = 'delivered'
      if (this.#faults.read('failureAfterSuccess', transaction.trxId)) {
        this.#faults.add({ failureAfterSuccess: false }, transaction.trxId)
        await this.#shop.register({ ...transaction, resultCode: '2', extendedCode: '-3' })
      }
    } else if (delayMs === undefined) transaction.register = 'given-up'
    else this.#later(delayMs, () => this.#reportOutcome(transaction, tries + 1))
    this.#payments.save(transaction)
  }

  #later(delayMs: number, run: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void run()
    }, delayMs)
    this.#timers.add(timer)
  }
}

function codeOf(resultCode: string): ExtendedCode {
  return resultCode === 'decline_not_sufficient_funds'
    ? extendedCodes.noFunds
    : extendedCodes.rejected
}

function newTransaction(start: Start): Transaction {
  const now = Date.now()
  return {
    ...start,
    trxId: randomBytes(16).toString('hex').toUpperCase(),
    resultCode: null,
    extendedCode: null,
    merchantTrx: null,
    accountId: '',
    description: '',
    requestedMinor: 0,
    requestedCurrency: 'GEL',
    amountMinor: 0,
    currency: 'GEL',
    returnedMinor: 0,
    returnedAt: null,
    keepsCard: false,
    cardRef: null,
    cardMask: null,
    rrn: null,
    authCode: null,
    createdAt: now,
    expiresAt: now + sessionMs,
    paidAt: null,
    challenge: null,
    settlesAt: null,
    register: 'none',
    registerAttempts: 0,
  }
}

/** Captured and refunded totals in minor units, by currency. */
export function addUp(transactions: readonly Transaction[]): Totals {
  const totals: Totals = {}
  for (const { resultCode, currency, amountMinor, returnedMinor } of transactions) {
    if (resultCode !== '1') continue
    const total = (totals[currency] ??= { captured: 0, returned: 0, net: 0 })
    total.captured += amountMinor
    total.returned += returnedMinor
    total.net = total.captured - total.returned
  }
  return totals
}
