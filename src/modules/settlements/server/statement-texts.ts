import type { Locale } from '#kernel/locale.ts'
import type { EntryKind } from '../shapes.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }

const texts = { ka, en }

/** Keys of the texts of entries. */
export const entryKindKeys = {
  sale: 'kindSale',
  return: 'kindReturn',
  commission: 'kindCommission',
  'commission-return': 'kindCommissionReturn',
  payout: 'kindPayout',
  'payout-returned': 'kindPayoutReturned',
  'claim-paid': 'kindClaimPaid',
  'counter-cash': 'kindCounterCash',
  'own-fee': 'kindOwnFee',
  'own-fee-return': 'kindOwnFeeReturn',
  other: 'kindOther',
} as const satisfies Readonly<Record<EntryKind, keyof typeof ka>>

/** Texts of statement files: the messages of the page. */
export function statementTexts(locale: Locale) {
  const text = texts[locale]
  const kinds = Object.fromEntries(
    Object.entries(entryKindKeys).map(([kind, key]) => [kind, text[key]]),
  ) as Readonly<Record<EntryKind, string>>
  return {
    kinds,
    title: text.statementTitle,
    period: text.statementPeriod,
    fromBeginning: text.fromBeginning,
    date: text.columnDate,
    entry: text.columnEntry,
    reference: text.columnReference,
    item: text.columnItem,
    itemDate: text.columnItemDate,
    count: text.columnCount,
    amount: text.columnAmount,
    balance: text.columnBalance,
    opening: text.opening,
    closing: text.closing,
    reserved: text.reservedThen,
    note: text.statementNote,
  }
}
