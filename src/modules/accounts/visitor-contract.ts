import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { profile } from './shapes.ts'

/** Data about the visitor for the layout of every page; never fails. */
export const visitorState = defineCall({
  id: 'own-visitor',
  area: 'own',
  method: 'GET',
  path: '/v2/auth/visitor',
  summary: 'Whether the caller is a visitor, a guest with a session or a customer.',
  credential: 'none',
  reply: z.object({
    kind: z.enum(['visitor', 'guest', 'customer']),
    profile: profile.nullable(),
    /** External providers for sign-in. */
    externalProviders: z.array(z.literal('fb')),
  }),
})
