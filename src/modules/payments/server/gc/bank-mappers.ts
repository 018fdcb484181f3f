import type { Currency, Money } from '#kernel/money.ts'
import type { SavedCard, ProviderPayment } from '../provider.ts'
import { writeXml } from './xml.ts'

/** Numbers of ISO 4217, as the bank writes currencies. */
const currencyNumbers: Readonly<Record<Currency, string>> = {
  GEL: '981',
  USD: '840',
  EUR: '978',
  GBP: '826',
}

/** The currency of a number; null when it is none of ours. */
export function currencyOf(number: string): Currency | null {
  const found = Object.entries(currencyNumbers).find(([, each]) => each === number)
  return (found?.[0] as Currency | undefined) ?? null
}

/** What is offered to the bank when it asks whether a payment may be made. */
export interface Offer {
  readonly paymentId: string
  readonly amount: Money
  /** A few words for the buyer's statement; Latin letters and digits. */
  readonly description: string
  readonly accountId: string
  /** The bank is to keep the card. */
  readonly savesCard: boolean
  /** A kept card that is to be charged without asking anybody. */
  readonly token: string | null
}

const descriptionShortMax = 30
const descriptionMax = 125

/** The answer to the bank's check: yes, and what to take. */
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
              ['currency', currencyNumbers[amount.currency]],
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

/** Whether what the bank registers has been written down; also a failure is. */
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
 * Extended codes after which nobody's card was declined: the shop refused (2, 21), could not be asked (4), the
 * buyer went away (53) or said no (54).
 */
const leftCodes: readonly string[] = ['2', '4', '21', '53', '54']
const declinedReasons: Readonly<Record<string, string>> = {
  '-2': 'decline_general',
  '-3': 'decline_failed',
  '13': 'decline_card_not_found',
  '51': 'decline_not_sufficient_funds',
}

/** A transaction as any provider's payment; null when its currency is none of ours. */
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
