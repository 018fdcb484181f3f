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
    isActive: form.has('isActive'),
    note: filled(form, 'note'),
  }
}
