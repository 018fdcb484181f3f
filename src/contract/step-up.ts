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
] as const
export type StepUpPurpose = (typeof stepUpPurposes)[number]

/**
 * Ways to authenticate again, of which the account may have some. A code is sent to the phone number that was confirmed
 * before.
 */
export const stepUpMethods = ['password', 'passkey', 'code'] as const
export type StepUpMethod = (typeof stepUpMethods)[number]

/** Header with the proof for calls that require one. */
export const stepUpHeader = 'step-up-proof'
