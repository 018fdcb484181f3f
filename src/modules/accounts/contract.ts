import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { email, flag, optionalPhone, personName, uuid } from '#contract/fields.ts'
import { key, newPassword, openedSession, profile, returnUrl } from './shapes.ts'

export const authLogin = defineCall({
  id: 'auth-login',
  area: 'auth',
  method: 'POST',
  path: '/v2/auth/login',
  summary: 'Signs a customer in; a guest who signs in keeps their orders.',
  credential: 'none',
  isForm: true,
  body: z.object({
    email: z.string().trim().min(3).max(254),
    password: z.string().min(1).max(200),
  }),
  reply: openedSession.extend({ profile }),
  errors: ['LoginFailed'],
  required: ['body'],
  limit: 'guess',
})

export const authProfileGet = defineCall({
  id: 'auth-profile-get',
  area: 'auth',
  method: 'GET',
  path: '/v2/auth/profile',
  summary: 'Who is signed in.',
  credential: 'customer',
  reply: profile,
  required: ['authorization'],
})

export const authLogout = defineCall({
  id: 'own-auth-logout',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/logout',
  summary: 'Ends the session that makes the call.',
  credential: 'none',
  reply: z.object({ signedOut: z.boolean() }),
})

export const authSignUp = defineCall({
  id: 'own-auth-signup',
  cost: 'message',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/signup',
  summary:
    'Asks for an account; answers alike whether or not the address has one, and writes to it.',
  credential: 'none',
  isForm: true,
  body: z.object({
    email,
    name: personName(120),
    phone: optionalPhone,
    joinClub: flag.optional(),
    returnUrl,
  }),
  reply: z.object({ sent: z.literal(true) }),
  errors: ['ContinueAddressNotAllowed'],
  required: ['body'],
  limit: 'guess',
})

export const authActivate = defineCall({
  id: 'own-auth-activate',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/activate',
  summary: 'Sets the first password with the single-use key of the letter, and signs in.',
  credential: 'none',
  isForm: true,
  body: z.object({
    /** When given, it must be the address that the key was written to. */
    email: email.optional(),
    key,
    password: newPassword,
    confirmPassword: z.string().max(200),
    fullName: personName(120).optional(),
  }),
  reply: openedSession.extend({ profile }),
  errors: ['AccountKeyInvalid', 'PasswordTooCommon'],
  required: ['body'],
  limit: 'guess',
})

/** The password of this call is part of its address, so only older clients use it; logs never contain it. */
export const authActivateByAddress = defineCall({
  id: 'auth-activate',
  area: 'auth',
  method: 'GET',
  path: '/v2/auth/activate',
  summary: 'Sets the first password with the single-use key of the letter, for older clients.',
  credential: 'none',
  query: z.object({
    /** When given, it must be the address that the key was written to. */
    email: email.optional(),
    password: newPassword,
    confirmPassword: z.string().max(200),
    fullName: personName(120).optional(),
    key,
  }),
  reply: openedSession.extend({ profile }),
  errors: ['AccountKeyInvalid', 'PasswordTooCommon'],
  required: [],
  limit: 'guess',
  actsOnGet: true,
})

export const ownPasskeyBegin = defineCall({
  id: 'own-auth-passkey-begin',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/passkey/begin',
  summary: 'A challenge for signing in by a passkey.',
  credential: 'none',
  reply: z.object({ challengeId: uuid, options: z.looseObject({}) }),
  limit: 'flood',
})

export const ownPasskeyLogin = defineCall({
  id: 'own-auth-passkey-login',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/passkey/login',
  summary: 'Signs in by what the passkey answered.',
  credential: 'none',
  body: z.object({
    challengeId: uuid,
    credential: z.looseObject({ id: z.string().max(1_400) }),
  }),
  reply: openedSession.extend({ profile }),
  errors: ['PasskeyInvalid'],
  required: ['body'],
  limit: 'guess',
})

export const ownExternalBegin = defineCall({
  id: 'own-auth-external-begin',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/external/begin',
  summary: 'Where to go to sign in through Facebook, or to connect it.',
  credential: 'none',
  body: z.object({
    purpose: z.enum(['connect', 'sign-in']),
    continue: z.string().max(500).optional(),
  }),
  reply: z.object({ address: z.string(), state: z.string() }),
  errors: ['ContinueAddressNotAllowed', 'NotFound'],
  required: ['body'],
  limit: 'flood',
  stepUp: {
    purpose: 'outside-accounts',
    when: (body: { purpose: string }) => body.purpose === 'connect',
  },
})

export const ownExternalFinish = defineCall({
  id: 'own-auth-external-finish',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/external/finish',
  summary: 'What Facebook sent back: signs in, connects, or has a letter written.',
  credential: 'none',
  body: z.object({ code: z.string().min(1).max(1_000), state: z.string().min(20).max(100) }),
  reply: z.object({
    outcome: z.enum(['signed-in', 'connected', 'letter-sent']),
    continue: z.string(),
  }),
  errors: ['AccountKeyInvalid', 'NotFound', 'Forbidden', 'OutsidePartySilent'],
  required: ['body'],
  limit: 'guess',
})

/** As specified. Our own pages use the POST variant, so that no personal data appears in an address. */
export const authSignUpByAddress = defineCall({
  id: 'auth-signup',
  cost: 'message',
  area: 'auth',
  method: 'GET',
  path: '/v2/auth/signup',
  summary: 'Asks for an account, for older clients.',
  credential: 'none',
  query: z.object({
    email,
    phone: optionalPhone,
    name: personName(120, 1),
    joinClub: flag.optional(),
    returnUrl,
  }),
  reply: z.object({ sent: z.literal(true) }),
  errors: ['ContinueAddressNotAllowed'],
  required: [],
  limit: 'guess',
  actsOnGet: true,
})
