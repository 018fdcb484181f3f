import type { Locale } from '#kernel/locale.ts'
import type { EntryKind } from '../shapes.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }

const texts = { ka, en }

/** Texts of statement files: the messages of the page. */
export function statementTexts(locale: Locale) {
  const text = texts[locale]
  const kinds: Readonly<Record<EntryKind, string>> = {
    sale: text.kindSale,
    return: text.kindReturn,
    commission: text.kindCommission,
    'commission-return': text.kindCommissionReturn,
    payout: text.kindPayout,
    'payout-returned': text.kindPayoutReturned,
    'claim-paid': text.kindClaimPaid,
    'counter-cash': text.kindCounterCash,
    'own-fee': text.kindOwnFee,
    'own-fee-return': text.kindOwnFeeReturn,
    other: text.kindOther,
  }
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
