import { figureOf, filled, momentOf, tetriOf } from '#design/forms/field-values.ts'

/** Discount, limits and period from the form of a promo code, for operators and organisers. */
export function codeTermsOf(form: FormData) {
  return {
    code: filled(form, 'code'),
    percent: figureOf(form, 'percent'),
    amount: tetriOf(form, 'amount'),
    amountMax: tetriOf(form, 'amountMax'),
    ticketsMin: tetriOf(form, 'ticketsMin'),
    quantity: figureOf(form, 'quantity'),
    perCustomerMax: figureOf(form, 'perCustomerMax'),
    validFrom: momentOf(form, 'validFrom'),
    validUntil: momentOf(form, 'validUntil'),
    isCombined: form.has('isCombined'),
    freeFees: form.has('buyerPaysFees') ? ('buyer' as const) : ('waived' as const),
    isActive: form.has('isActive'),
    note: filled(form, 'note'),
  }
}

/** What is wrong with a typed promo code, by its field: keys of messages. */
export type CodeProblems = Readonly<
  Record<
    string,
    'discountNeeded' | 'discountTwice' | 'wrongLari' | 'wrongNumber' | 'endBeforeStart'
  >
>

/** Everything that is wrong with the form of a promo code, so that it is corrected in one go. */
export function problemsOfCode(form: FormData): CodeProblems {
  const problems: Record<string, CodeProblems[string]> = {}
  if (!filled(form, 'percent') && !filled(form, 'amount')) problems['percent'] = 'discountNeeded'
  if (filled(form, 'percent') && filled(form, 'amount')) problems['amount'] = 'discountTwice'
  for (const [name, least] of Object.entries(leastLari)) {
    const lari = figureOf(form, name)
    if (lari !== undefined && !(lari >= least)) problems[name] = 'wrongLari'
  }
  for (const [name, least] of Object.entries(leastNumbers)) {
    const number = figureOf(form, name)
    if (number !== undefined && !(Number.isInteger(number) && number >= least))
      problems[name] = 'wrongNumber'
  }
  if (form.has('count') && !filled(form, 'count')) problems['count'] = 'wrongNumber'
  const [from, until] = [filled(form, 'validFrom'), filled(form, 'validUntil')]
  // Values of the same kind of field: their texts are in the order of time.
  if (from && until && until <= from) problems['validUntil'] = 'endBeforeStart'
  return problems
}

const leastLari = { amount: 0.01, amountMax: 0.01, ticketsMin: 0 }

const leastNumbers = { count: 1, quantity: 0, perCustomerMax: 1, merchantId: 1 }
