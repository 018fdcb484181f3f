/** Calls for an organiser's owners about fees. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, wholeNumber } from '#contract/fields.ts'
import { feeTermsView, serviceFeeView, termsView } from './shapes.ts'

export const merchantFeesView = z.object({
  /** Null: the price includes the commission, and there is no own fee. */
  now: feeTermsView.nullable(),
  /** Versions that have yet to begin, in their order. */
  coming: z.array(feeTermsView),
  /** What is agreed about the commission; null: there is none. */
  terms: termsView.nullable(),
  nextTerms: termsView.nullable(),
  /** Null: the shop charges none. */
  serviceFee: serviceFeeView.nullable(),
})
export type MerchantFeesView = z.output<typeof merchantFeesView>

export const merchantFees = defineCall({
  id: 'own-merchant-fees',
  area: 'own',
  method: 'GET',
  path: '/v2/merchantusers/fees',
  summary: 'Who bears the commission and what the organiser adds to its tickets; owners',
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
  summary: 'Decides from the start of a day to come on who bears the commission, and the own fee',
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
    /** Absent: no limit. */
    ownMinorMax: wholeNumber(0, 1_000_000).optional(),
    isOwnReturned: flag,
  }),
  reply: feeTermsView,
  errors: ['Forbidden', 'TermsTooSoon', 'FeeLimitsCrossed'],
  required: ['body'],
})
