/** The passenger form of the checkout page, rendered on the server. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { TextsProvider } from '#design/texts.tsx'
import type { Locale } from '#kernel/locale.ts'
import en from '../../src/modules/orders/messages/en.json' with { type: 'json' }
import ka from '../../src/modules/orders/messages/ka.json' with { type: 'json' }
import {
  problemsOfPassengers,
  type TypedPassengers,
} from '../../src/modules/orders/web/passenger-draft.ts'
import PassengerFields from '../../src/modules/orders/web/parts/passenger-fields.tsx'
import type { CheckoutView } from '#modules/orders/checkout-contract.ts'

/** Renders the form with the validation problems beside their fields. */
export function passengerForm(
  locale: Locale,
  checkout: CheckoutView,
  typed: TypedPassengers,
): string {
  const form = createElement(PassengerFields, {
    checkout,
    typed,
    problems: problemsOfPassengers(checkout.passengers, typed),
    onChange: () => undefined,
    onLeave: () => undefined,
    onFill: () => undefined,
  })
  const texts = {
    locale,
    modules: { orders: { ka, en }[locale] },
    children: form,
  }
  return renderToStaticMarkup(createElement(TextsProvider, texts))
}
