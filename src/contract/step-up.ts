/** Actions that require a signed-in person to authenticate again. */
export const stepUpPurposes = [
  'phone',
  'email',
  'passkeys',
  'bank-accounts',
  'outside-accounts',
  /** What operators decide about organisers' money and terminals, and about partners' keys. */
  'payouts',
  /** Everything that is kept about the person, in one file. */
  'export',
  'deletion',
  /** Work of operators and organisers' staff: refunds, cancellations, and dates that are moved. */
  'refunds',
  /** Addresses that changes of an organiser's tickets are sent to. */
  'webhooks',
] as const
export type StepUpPurpose = (typeof stepUpPurposes)[number]

/** Purposes for which organisers' staff can have a proof. */
export const staffStepUpPurposes = [
  'refunds',
  'webhooks',
] as const satisfies readonly StepUpPurpose[]

/** Whether a proof serves for all such calls while it is valid: what people do many times a day. */
export function isForManyCalls(purpose: StepUpPurpose): boolean {
  return purpose === 'refunds'
}

/** For so long after they signed in nobody is asked again by what people do many times a day. */
export const freshSignInMinutes = 15

/** How long a proof is valid. */
export function stepUpMinutes(purpose: StepUpPurpose): number {
  return isForManyCalls(purpose) ? 60 : 5
}

/**
 * Ways to authenticate again, of which the account may have some. A code is sent to the phone number that was confirmed
 * before.
 */
export const stepUpMethods = ['password', 'passkey', 'code'] as const
export type StepUpMethod = (typeof stepUpMethods)[number]
