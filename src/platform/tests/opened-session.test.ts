import { z } from 'zod'
import { expect, test } from 'vitest'
import { defineCall } from '#contract/call.ts'
import { fail } from '#kernel/result.ts'
import { DatabaseUnavailable } from '#platform/database/unavailable.ts'
import { execute } from '#platform/http/execute.ts'
import { implement, writingSession, type CallContext } from '#platform/http/implement.ts'
import type { PreparedSession, SessionPort } from '#platform/http/sessions.ts'

const call = defineCall({
  id: 'opens-a-session',
  area: 'test',
  method: 'POST',
  path: '/opens-a-session',
  summary: 'Opens a session',
  credential: 'guest-or-customer',
  required: [],
  reply: z.object({}),
  opensSession: true,
})

test('without a database nobody is sent a session that was never written', async () => {
  const actor = { kind: 'guest', sessionId: 'one' } as const
  const unwritten = {
    isWritten: false,
    write: () => Promise.reject(new DatabaseUnavailable(new Error('away'))),
  }
  const prepared = { token: 'token', expiresAt: new Date(), actor, unwritten }
  const sessions: Partial<SessionPort> = {
    prepareGuest: () => prepared as unknown as PreparedSession,
  }
  const context = { actor: { kind: 'visitor' }, effects: {}, log: { warn: () => {} } }
  const refusing = writingSession(implement(call, async () => fail('SeatNotAvailable')))
  const result = await execute(
    refusing,
    context as unknown as CallContext,
    { params: {}, query: {}, body: undefined },
    { sessions: sessions as SessionPort, checkReplies: false },
  )
  expect(result).toMatchObject({ ok: false, code: 'ServiceUnavailable' })
  expect(context.effects).toEqual({})
})
