/** Shapes of the module's calls that more than one of them uses. */
import { z } from 'zod'
import { flag, instant, personName } from '#contract/fields.ts'

/** A single-use key out of an email. */
export const key = z.string().min(20).max(100)
export const returnUrl = z.string().max(500).optional()

/** A signed-in customer as the rest of the shop sees one. */
export const profile = z.object({
  userId: z.uuid(),
  email: z.string(),
  phone: z.string().nullable(),
  fullName: z.string(),
  joinClub: z.boolean(),
})

/** The same customer as their own account page shows them. */
export const account = profile.extend({
  /** Path of the picture, or null. */
  imageUrl: z.string().nullable(),
  isPhoneVerified: z.boolean(),
  /** Last day of the verified studies (`2027-07-01`), or null. */
  studentUntil: z.iso.date().nullable(),
  isLoyaltyEnabled: z.boolean(),
  /** When the account will be erased, or null. */
  deleteAfter: instant.nullable(),
  externalAccounts: z.array(z.object({ provider: z.literal('fb'), connectedAt: instant })),
  passkeys: z.array(
    z.object({
      credentialId: z.string(),
      name: z.string(),
      createdAt: instant,
      lastUsedAt: instant.nullable(),
    }),
  ),
})
export type AccountView = z.output<typeof account>

/** Editable fields of a profile; omitted ones stay unchanged. Phone and address need a proof, by calls of their own. */
export const profileChange = z.strictObject(
  { fullName: personName(120, 1).optional(), joinClub: flag.optional() },
  {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? 'Known are fullName and joinClub; a phone is changed with PUT /groot/Auth/change-phone, an address with POST /v2/auth/email'
        : undefined,
  },
)

export const newPassword = z.string().min(8).max(200)

/** The old password proves that it is not somebody at an unlocked screen. */
export const passwordChange = z.object({
  oldPassword: z.string().min(1).max(200),
  password: newPassword,
  confirmPassword: z.string().max(200),
})

export const consentChange = z.object({ isGiven: flag, version: z.number().int().min(1) })

export const consentView = z.object({
  /** Newest published version of the text. */
  version: z.number().int(),
  title: z.string(),
  body: z.string(),
  /** The current decision, or null when none was made yet. */
  decision: z
    .object({ isGiven: z.boolean(), version: z.number().int(), givenAt: instant })
    .nullable(),
  /** Whether a decision on the newest text is missing. */
  isAsked: z.boolean(),
})
export type ConsentView = z.output<typeof consentView>

export const openedSession = z.object({
  /** The bearer, returned only here; browsers also get it as the `AccessToken` cookie. */
  accessToken: z.string(),
  expiresAt: z.iso.datetime(),
})

/** A code is on its way to the phone; its id comes back with the code. */
export const codeSent = z.object({
  codeId: z.uuid(),
  /** The phone with its middle hidden. */
  phoneHint: z.string(),
  expiresAt: instant,
  /** Seconds until another code may be requested. */
  againAfterSeconds: z.number().int(),
})

export const done = z.object({ done: z.literal(true) })
