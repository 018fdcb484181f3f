/** Calls for an organiser's owners about fees. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, wholeNumber } from '#contract/fields.ts'
import { feeTermsView, serviceFeeView, termsView } from './shapes.ts'

export const merchantFeesView = z.object({
  /** Null when the price includes the commission and there is no own fee. */
  now: feeTermsView.nullable(),
  /** Future versions, earliest first. */
  coming: z.array(feeTermsView),
  /** The agreed commission; null without an agreement. */
  terms: termsView.nullable(),
  nextTerms: termsView.nullable(),
  /** Null without a service fee. */
  serviceFee: serviceFeeView.nullable(),
})
export type MerchantFeesView = z.output<typeof merchantFeesView>

export const merchantFees = defineCall({
  id: 'own-merchant-fees',
  area: 'own',
  method: 'GET',
  path: '/v2/merchantusers/fees',
  summary: 'Who pays the commission and the organiser’s own fee; owners only',
  credential: 'merchant',
  staffPermission: 'money',
  reply: merchantFeesView,
  errors: ['Forbidden'],
})

export const merchantFeesChange = defineCall({
  id: 'own-merchant-fees-change',
  area: 'own',
  method: 'POST',
  path: '/v2/merchantusers/fees',
  summary: 'Sets who pays the commission, and the own fee, from the start of a future day',
  credential: 'merchant',
  staffPermission: 'money',
  isForm: true,
  body: z.object({
    /** A day in Tbilisi. */
    validFrom: z.iso.date(),
    isCommissionAdded: flag,
    ownBasisPoints: wholeNumber(0, 5_000),
    ownMinor: wholeNumber(0, 100_000),
    ownMinorMin: wholeNumber(0, 100_000),
    /** No limit when absent. */
    ownMinorMax: wholeNumber(0, 1_000_000).optional(),
    isOwnReturned: flag,
  }),
  reply: feeTermsView,
  errors: ['Forbidden', 'TermsTooSoon', 'FeeLimitsCrossed'],
  required: ['body'],
})
