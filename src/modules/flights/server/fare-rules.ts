/** A fare's conditions as texts. */
import { formatMoney } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Money } from '#kernel/money.ts'
import { formatText } from '#kernel/texts.ts'
import en from '../messages/rules-en.json' with { type: 'json' }
import ka from '../messages/rules-ka.json' with { type: 'json' }
import type { FareTerms } from '../itinerary.ts'
import type { FareRuleView } from '../shapes.ts'

export function fareRules(
  fare: FareTerms,
  toMoney: (minor: number) => Money | null,
  locale: Locale,
): FareRuleView[] {
  const texts = locale === 'ka' ? ka : en
  const fee = (minor: number) => {
    const amount = toMoney(minor)
    return amount ? formatMoney(locale, amount) : '—'
  }
  const format = (message: string, values = {}) => formatText(locale, message, values)
  const refund = {
    none: format(texts.refundNone),
    fee: format(texts.refundFee, { fee: fee(fare.refundFeeMinor) }),
    free: format(texts.refundFree),
  }
  const change = {
    none: format(texts.changeNone),
    fee: format(texts.changeFee, { fee: fee(fare.changeFeeMinor) }),
    free: format(texts.changeFree),
  }
  const bags = [
    fare.cabinBagKg === null
      ? format(texts.cabinBagUnknown)
      : format(texts.cabinBag, { kilograms: fare.cabinBagKg }),
    fare.checkedBags === 0
      ? format(texts.checkedNone)
      : fare.checkedBagKg === null
        ? format(texts.checkedPieces, { count: fare.checkedBags })
        : format(texts.checked, { count: fare.checkedBags, kilograms: fare.checkedBagKg }),
  ]
  return [
    { about: 'refund', title: texts.refundTitle, text: refund[fare.refund] },
    { about: 'change', title: texts.changeTitle, text: change[fare.change] },
    { about: 'baggage', title: texts.baggageTitle, text: bags.join(' ') },
    { about: 'seats', title: texts.seatsTitle, text: texts.seats },
    { about: 'name', title: texts.nameTitle, text: texts.name },
    { about: 'price', title: texts.priceTitle, text: texts.price },
  ]
}
