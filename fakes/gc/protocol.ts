import type { CallbackState } from '../shared/callbacks.ts'
import type { PageLanguage } from '../shared/pages.ts'
import type { Currency } from '../tpay/protocol.ts'

/**
 * Georgian Card's gateway according to public integrations (Bank of Georgia merchants: `payment/start.wsm`,
 * `merchantapi/refund`). Amounts are integer minor units, currencies ISO 4217 numbers, documents XML.
 */

/** Extended result codes of the gateway. */
export const extendedCodes = {
  ok: '0',
  shopRefused: '2',
  shopUnreachable: '4',
  buyerLost: '53',
  buyerCanceled: '54',
  rejected: '-2',
  failed: '-3',
  cardNotFound: '13',
  // Not in the published list; specific to this fake.
  noFunds: '51',
} as const

export type ExtendedCode = (typeof extendedCodes)[keyof typeof extendedCodes]

/**
 * A transaction as stored by the bank, created by a visit to `start.wsm`; times in milliseconds since the
 * epoch.
 */
export type Transaction = {
  trxId: string
  /** The `o.*` parameters of the buyer's request. */
  orderParameters: Record<string, string>
  backUrlSuccess: string
  backUrlFailure: string
  language: PageLanguage
  /** 1 charged, 2 not charged; null while open. */
  resultCode: '1' | '2' | null
  extendedCode: ExtendedCode | null
  merchantTrx: string | null
  accountId: string
  description: string
  /** Amount from the shop's response to the check call. */
  requestedMinor: number
  requestedCurrency: Currency
  /** Charged amount; differs from the requested one only by a fault. */
  amountMinor: number
  currency: Currency
  returnedMinor: number
  returnedAt: number | null
  keepsCard: boolean
  cardRef: string | null
  cardMask: string | null
  rrn: string | null
  authCode: string | null
  createdAt: number
  expiresAt: number
  paidAt: number | null
  challenge: { triesLeft: number; alwaysFails: boolean } | null
  settlesAt: number | null
  register: CallbackState
  registerAttempts: number
}

const currencyNumbers: Record<Currency, string> = { GEL: '981', USD: '840', EUR: '978' }

export function currencyNumber(currency: Currency): string {
  return currencyNumbers[currency]
}

export function currencyByNumber(number: string | null): Currency | null {
  const found = Object.entries(currencyNumbers).find(([, each]) => each === number)
  return (found?.[0] as Currency | undefined) ?? null
}

/** Local time in Tbilisi, for example `20261121 18:05:00`. */
export function writeTimestamp(at: number): string {
  const local = new Date(at + 4 * 3_600_000).toISOString()
  return `${local.slice(0, 10).replaceAll('-', '')} ${local.slice(11, 19)}`
}

/** Text of the first element with this name; the element must not have attributes. */
export function readText(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return (
    text?.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))).trim() ??
    null
  )
}

function element(name: string, text: string | number | null): string {
  const escaped = String(text ?? '').replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<${name}>${escaped}</${name}>`
}

/** Response of a call under `/merchantapi`. */
export function writeReply(code: 1 | 2, desc: string, transactions: readonly Transaction[] = []) {
  const listed = transactions.map(
    (each) =>
      `<transaction>${[
        element('trx-id', each.trxId),
        element('merchant-trx', each.merchantTrx),
        element('result-code', each.resultCode),
        element('ext-result-code', each.extendedCode),
        element('amount', each.resultCode === '1' ? each.amountMinor : 0),
        element('currency', currencyNumber(each.currency)),
        element('returned', each.returnedMinor),
        element('rrn', each.rrn),
        element('card-ref', each.cardRef),
        element('masked-pan', each.cardMask),
        element('card-expiry', each.cardRef === null ? null : '3012'),
        element('at', new Date(each.paidAt ?? each.createdAt).toISOString()),
      ].join('')}</transaction>`,
  )
  const result = `<result>${element('code', code)}${element('desc', desc)}</result>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<merchantapi-response>${result}${listed.join('')}</merchantapi-response>\n`
}
