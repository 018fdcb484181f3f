/** A fare's conditions in plain words. */
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
  const words = locale === 'ka' ? ka : en
  const fee = (minor: number) => {
    const amount = toMoney(minor)
    return amount ? formatMoney(locale, amount) : '—'
  }
  const say = (message: string, values = {}) => formatText(locale, message, values)
  const refund = {
    none: say(words.refundNone),
    fee: say(words.refundFee, { fee: fee(fare.refundFeeMinor) }),
    free: say(words.refundFree),
  }
  const change = {
    none: say(words.changeNone),
    fee: say(words.changeFee, { fee: fee(fare.changeFeeMinor) }),
    free: say(words.changeFree),
  }
  const bags = [
    fare.cabinBagKg === null
      ? say(words.cabinBagUnknown)
      : say(words.cabinBag, { kilograms: fare.cabinBagKg }),
    fare.checkedBags === 0
      ? say(words.checkedNone)
      : fare.checkedBagKg === null
        ? say(words.checkedPieces, { count: fare.checkedBags })
        : say(words.checked, { count: fare.checkedBags, kilograms: fare.checkedBagKg }),
  ]
  return [
    { about: 'refund', title: words.refundTitle, text: refund[fare.refund] },
    { about: 'change', title: words.changeTitle, text: change[fare.change] },
    { about: 'baggage', title: words.baggageTitle, text: bags.join(' ') },
    { about: 'seats', title: words.seatsTitle, text: words.seats },
    { about: 'name', title: words.nameTitle, text: words.name },
    { about: 'price', title: words.priceTitle, text: words.price },
  ]
}
