import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import type { Misbehaviour } from '../tpay/misbehaviour.ts'
import type { Credentials } from './access.ts'
import { currencyNumber, readText, writeTimestamp, type Transaction } from './protocol.ts'

/** A call to the shop; `status` is null if there was no response, `code` is the shop's result code. */
export type ShopCall = {
  kind: 'check' | 'register'
  trxId: string
  url: string
  status: number | null
  code: string | null
}

/** Changes that make a register call a forgery. */
export type Forgery = {
  signature?: 'none' | 'other-key' | 'of-another'
  basic?: 'none' | 'wrong'
  /** Parameters changed after signing. */
  changed?: Record<string, string>
}

const callTimeoutMs = 10_000
const callsMax = 5_000

/** Client for the shop: signed check and register calls with HTTP Basic credentials. */
export class ShopClient {
  readonly #key: KeyObject
  readonly #otherKey: KeyObject
  readonly #credentials: Credentials
  readonly #faults: FaultRegistry<Misbehaviour>
  readonly #shopUrl: () => string
  readonly #aborter = new AbortController()
  readonly calls: ShopCall[] = []

  constructor(options: {
    privateKey: string
    otherPrivateKey: string
    credentials: Credentials
    faults: FaultRegistry<Misbehaviour>
    shopUrl: () => string
  }) {
    this.#key = createPrivateKey(options.privateKey)
    this.#otherKey = createPrivateKey(options.otherPrivateKey)
    this.#credentials = options.credentials
    this.#faults = options.faults
    this.#shopUrl = options.shopUrl
  }

  /** Asks the shop whether to accept a payment; null if it could not be reached. */
  async check(transaction: Transaction): Promise<string | null> {
    if (this.#faults.spend('checkLostCalls')) return null
    return this.#call('check', transaction, this.#signed(this.checkUrl(transaction)))
  }

  /** Reports the outcome to the shop; true if the shop confirms that it is stored. */
  async register(transaction: Transaction, forgery: Forgery = {}): Promise<boolean> {
    const url = this.#signed(this.registerUrl(transaction), forgery)
    const reply = await this.#call('register', transaction, url, forgery.basic)
    return readText(reply ?? '', 'code') === '1'
  }

  stop(): void {
    this.#aborter.abort()
  }

  checkUrl(transaction: Transaction): string {
    return this.#url('availability', {
      merch_id: this.#credentials.merchantId,
      trx_id: transaction.trxId,
      lang_code: transaction.language,
      ...transaction.orderParameters,
      ts: writeTimestamp(transaction.createdAt),
    })
  }

  registerUrl(transaction: Transaction): string {
    const at = writeTimestamp(transaction.paidAt ?? transaction.createdAt)
    const isTaken = transaction.resultCode === '1'
    const taken: Record<string, string> = {
      'p.rrn': transaction.rrn ?? '',
      'p.authcode': transaction.authCode ?? '',
      'p.maskedPan': transaction.cardMask ?? '',
      'p.isFullyAuthenticated': 'Y',
      'p.transmissionDateTime': at.slice(4).replaceAll(/\D/g, ''),
      'p.storage.card.registered': transaction.cardRef === null ? 'N' : 'Y',
      'p.storage.card.recurrent': transaction.cardRef === null ? 'N' : 'Y',
      ...(transaction.cardRef === null
        ? {}
        : { 'p.storage.card.ref': transaction.cardRef, 'p.storage.card.expDt': '3012' }),
    }
    return this.#url('registration', {
      merch_id: this.#credentials.merchantId,
      trx_id: transaction.trxId,
      ...(transaction.merchantTrx === null ? {} : { merchant_trx: transaction.merchantTrx }),
      result_code: transaction.resultCode ?? '2',
      ext_result_code: transaction.extendedCode ?? '-3',
      amount: String(transaction.amountMinor),
      currency: currencyNumber(transaction.currency),
      account_id: transaction.accountId,
      ...(isTaken ? taken : {}),
      ...transaction.orderParameters,
      ts: at,
    })
  }

  #url(name: string, parameters: Record<string, string>): string {
    const query = Object.entries(parameters).map((pair) => pair.map(encodeURIComponent).join('='))
    return `${this.#shopUrl()}/v2/payments/gc/${name}?${query.join('&')}`
  }

  /** The signature covers the decoded URL. */
  #signed(url: string, { signature, changed = {} }: Forgery = {}): string {
    const key = signature === 'other-key' ? this.#otherKey : this.#key
    const text = signature === 'of-another' ? `${url}&of=another` : url
    const written = sign('RSA-SHA1', Buffer.from(decodeURIComponent(text)), key).toString('base64')
    const sent = Object.entries(changed).reduce(
      (address, [name, value]) =>
        address.replace(
          new RegExp(`([?&]${name.replaceAll('.', String.raw`\.`)}=)[^&]*`),
          (_, before: string) => before + encodeURIComponent(value),
        ),
      url,
    )
    return signature === 'none' ? sent : `${sent}&signature=${encodeURIComponent(written)}`
  }

  async #call(
    kind: ShopCall['kind'],
    { trxId }: Transaction,
    url: string,
    basic?: Forgery['basic'],
  ): Promise<string | null> {
    const call: ShopCall = { kind, trxId, url, status: null, code: null }
    this.calls.push(call)
    if (this.calls.length > callsMax) this.calls.shift()
    const { callerUser, callerPassword } = this.#credentials
    const password = basic === 'wrong' ? `${callerPassword}!` : callerPassword
    const authorization = `Basic ${Buffer.from(`${callerUser}:${password}`).toString('base64')}`
    try {
      const answer = await fetch(url, {
        headers: basic === 'none' ? {} : { authorization },
        redirect: 'manual',
        signal: AbortSignal.any([this.#aborter.signal, AbortSignal.timeout(callTimeoutMs)]),
      })
      const text = await answer.text()
      call.status = answer.status
      call.code = readText(text, 'code')
      return answer.status === 200 ? text : null
    } catch {
      return null
    }
  }
}
