import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, text } from '#contract/fields.ts'

/** A signed-in customer as the rest of the shop sees one. */
const profile = z.object({
  userId: z.uuid(),
  email: z.string(),
  phone: z.string().nullable(),
  fullName: z.string(),
  joinClub: z.boolean(),
})

const openedSession = z.object({
  /** The bearer, said once; browsers also get it as the `AccessToken` cookie. */
  accessToken: z.string(),
  expiresAt: z.iso.datetime(),
})

export const authLogin = defineCall({
  id: 'auth-login',
  area: 'auth',
  method: 'POST',
  path: '/v2/auth/login',
  summary: 'Signs a customer in; a guest who signs in keeps their orders.',
  credential: 'none',
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

/** What the shell needs to know of the visitor on every page; never fails. */
export const visitorState = defineCall({
  id: 'own-visitor',
  area: 'own',
  method: 'GET',
  path: '/v2/auth/visitor',
  summary: 'Whether the caller is a visitor, a guest with a session or a customer.',
  credential: 'none',
  reply: z.object({ kind: z.enum(['visitor', 'guest', 'customer']), profile: profile.nullable() }),
})

export const authSignUp = defineCall({
  id: 'own-auth-signup',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/signup',
  summary:
    'Asks for an account; answers alike whether or not the address has one, and writes to it.',
  credential: 'none',
  body: z.object({
    email: z.email().max(254),
    name: text(120),
    phone: text(32).optional(),
    joinClub: flag.optional(),
    returnUrl: z.string().max(500).optional(),
  }),
  reply: z.object({ sent: z.literal(true) }),
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
  body: z.object({
    key: z.string().min(20).max(100),
    password: z.string().min(8).max(200),
    confirmPassword: z.string().max(200),
    fullName: text(120).optional(),
  }),
  reply: openedSession.extend({ profile }),
  errors: ['AccountKeyInvalid'],
  required: ['body'],
  limit: 'guess',
})
