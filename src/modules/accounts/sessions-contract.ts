/** Where a customer is signed in, and ending it. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, uuid } from '#contract/fields.ts'
import { done } from './shapes.ts'

export const ownSessions = defineCall({
  id: 'own-account-sessions',
  area: 'own',
  method: 'GET',
  path: '/v2/auth/sessions',
  summary: 'The caller’s open sessions.',
  credential: 'customer',
  reply: z.object({
    sessions: z.array(
      z.object({
        sessionId: uuid,
        createdAt: instant,
        expiresAt: instant,
        userAgent: z.string(),
        isThis: z.boolean(),
      }),
    ),
  }),
})

export const ownEndSession = defineCall({
  id: 'own-account-session-end',
  area: 'own',
  method: 'DELETE',
  path: '/v2/auth/sessions/{sessionId}',
  summary: 'Ends one session of the caller.',
  credential: 'customer',
  params: z.object({ sessionId: uuid }),
  reply: done,
  errors: ['NotFound'],
})

export const ownEndOtherSessions = defineCall({
  id: 'own-account-sessions-end-others',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/sessions/end-others',
  summary: 'Ends every session of the caller but the one that asks.',
  credential: 'customer',
  reply: done,
})
