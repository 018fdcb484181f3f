/** What a signed-in person may only do after proving once more who they are. */
export const stepUpPurposes = [
  'phone',
  'email',
  'passkeys',
  'bank-accounts',
  'outside-accounts',
] as const
export type StepUpPurpose = (typeof stepUpPurposes)[number]

/** How: what the account has of these. A code goes to the phone that was confirmed before. */
export const stepUpMethods = ['password', 'passkey', 'code'] as const
export type StepUpMethod = (typeof stepUpMethods)[number]

/** Carries the proof beside a call that asks for one. */
export const stepUpHeader = 'step-up-proof'
