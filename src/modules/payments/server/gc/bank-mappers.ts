import type { Currency, Money } from '#kernel/money.ts'
import type { SavedCard, ProviderPayment } from '../provider.ts'
import { writeXml } from './xml.ts'

/** Numbers of ISO 4217, as the bank writes currencies. */
const currencyNumbers: Readonly<Partial<Record<Currency, string>>> = {
  GEL: '981',
  USD: '840',
  EUR: '978',
  GBP: '826',
}

/** Currency of a numeric code; null when it is not supported. */
export function currencyOf(number: string): Currency | null {
  const found = Object.entries(currencyNumbers).find(([, each]) => each === number)
  return (found?.[0] as Currency | undefined) ?? null
}

/** The payment as described in the answer to the bank's check. */
export interface Offer {
  readonly paymentId: string
  readonly amount: Money
  /** Short text for the buyer's statement; Latin letters and digits. */
  readonly description: string
  readonly accountId: string
  /** The bank should save the card. */
  readonly savesCard: boolean
  /** A saved card to charge without the buyer's interaction. */
  readonly token: string | null
}

const descriptionShortMax = 30
const descriptionMax = 125

/** The answer to the bank's check: yes, and how much to charge. */
export function writeOffer(offer: Offer): string {
  const { amount, description } = offer
  return writeXml([
    'payment-avail-response',
    [
      [
        'result',
        [
          ['code', '1'],
          ['desc', 'OK'],
        ],
      ],
      ['merchant-trx', offer.paymentId],
      ...(offer.token === null ? [] : [['primaryTrxPcid', offer.token] as const]),
      ...(offer.savesCard ? [['RegisterRecurrent', 'Y'] as const] : []),
      [
        'purchase',
        [
          ['shortDesc', description.slice(0, descriptionShortMax)],
          ['longDesc', description.slice(0, descriptionMax)],
          [
            'account-amount',
            [
              ['id', offer.accountId],
              ['amount', String(amount.amount)],
              ['currency', currencyNumbers[amount.currency] ?? ''],
              ['exponent', '2'],
            ],
          ],
        ],
      ],
    ],
  ])
}

/** The answer to the bank's check: no. */
export function writeNoOffer(reason: string): string {
  return writeResult('payment-avail-response', 2, reason)
}

/** The answer to a register call: whether its outcome (success or failure) was stored. */
export function writeRegistered(isWritten: boolean, reason: string): string {
  return writeResult('register-payment-response', isWritten ? 1 : 2, reason)
}

function writeResult(root: string, code: 1 | 2, reason: string): string {
  const result = [
    ['code', String(code)],
    ['desc', reason.slice(0, descriptionMax)],
  ] as const
  return writeXml([root, [['result', result]]])
}

/** One transaction in the bank's words, from its register call or from its list. */
export interface GcTransaction {
  readonly trxId: string
  readonly paymentId: string | null
  /** `1` taken, `2` not; null while it is open. */
  readonly resultCode: string | null
  readonly extendedCode: string | null
  readonly amountMinor: number
  /** The bank's number of the currency. */
  readonly currency: string
  readonly returnedMinor: number
  readonly rrn: string | null
  readonly card: SavedCard | null
  readonly at: Date
}

/**
 * Extended codes that are not a declined card: refused by the shop (2, 21), shop not reachable (4), buyer left (53)
 * or cancelled (54).
 */
const leftCodes: readonly string[] = ['2', '4', '21', '53', '54']
const declinedReasons: Readonly<Record<string, string>> = {
  '-2': 'decline_general',
  '-3': 'decline_failed',
  '13': 'decline_card_not_found',
  '51': 'decline_not_sufficient_funds',
}

/** A transaction in the providers' common form; null when its currency is not supported. */
export function toProviderPayment(transaction: GcTransaction): ProviderPayment | null {
  const currency = currencyOf(transaction.currency)
  if (currency === null) return null
  const { resultCode, extendedCode, trxId } = transaction
  const isTaken = resultCode === '1'
  const isLeft = leftCodes.includes(extendedCode ?? '')
  const state =
    resultCode === null ? 'pending' : isTaken ? 'captured' : isLeft ? 'canceled' : 'declined'
  return {
    state,
    currency,
    capturedMinor: isTaken ? transaction.amountMinor : 0,
    returnedMinor: transaction.returnedMinor,
    isReturning: false,
    failureCode:
      state === 'declined' ? (declinedReasons[extendedCode ?? ''] ?? 'decline_general') : null,
    card: isTaken ? transaction.card : null,
    externalId: trxId,
    paymentId: transaction.paymentId,
  }
}

/** `3012` is December 2030. */
export function validUntilOf(expiry: string | null | undefined): string | null {
  const [, year, month] = /^(\d\d)(0[1-9]|1[0-2])$/.exec(expiry ?? '') ?? []
  return year && month ? `20${year}-${month}` : null
}
