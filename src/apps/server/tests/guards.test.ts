/**
 * Goal: no handler of a customer, of staff or of an operator runs for another actor, even if the gateway let the
 * call through. Method: every handler is called directly, with a context that contains only the wrong actor.
 */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createImplementations } from '#apps/server/implementations.ts'
import { createPorts } from '#apps/server/ports.ts'
import { defineCall, type Credential } from '#contract/call.ts'
import { fail } from '#kernel/result.ts'
import { readConfig } from '#platform/config.ts'
import type { Actor } from '#platform/context.ts'
import { guards, requireOperator } from '#platform/http/guards.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'

const sessionId = '00000000-0000-4000-8000-000000000001'
const customer = { kind: 'customer', sessionId, customerId: sessionId } as const
const staff = {
  kind: 'staff',
  staffSessionId: sessionId,
  staffId: sessionId,
  merchantId: 1,
  role: 'owner',
} as const
const visitor = { kind: 'visitor' } as const
const guest = { kind: 'guest', sessionId } as const

const others: Partial<Record<Credential, readonly Actor[]>> = {
  customer: [visitor, guest, staff],
  merchant: [visitor, guest, customer],
  operator: [visitor, guest, staff, customer],
}

const guarded = createImplementations(createPorts(readConfig({}))).filter(
  ({ call }) => guards[call.credential] !== undefined,
)

const run = ({ handle }: Implementation, actor: Actor) =>
  handle({ actor } as CallContext, {} as never)

describe('a handler with a guard', () => {
  it.each(guarded.map((item) => [item.call.id, item] as const))('%s', async (_id, item) => {
    for (const actor of others[item.call.credential] ?? []) {
      const isCustomer = actor.kind === 'customer' && item.call.credential === 'operator'
      expect(await run(item, actor)).toEqual(fail(isCustomer ? 'Forbidden' : 'Unauthenticated'))
    }
  })
})

describe('implement', () => {
  const call = defineCall({
    id: 'test-guarded',
    area: 'test',
    method: 'GET',
    path: '/v2/Test/guarded',
    summary: 'A guarded call',
    credential: 'customer',
    reply: z.object({}),
  })
  const handle = async () => ({ ok: true, value: {} }) as const

  it('refuses a customer call without a guard, or with the guard of another credential', () => {
    expect(() => implement(call, handle)).toThrow('needs the guard')
    expect(() => implement(call, requireOperator, handle)).toThrow('needs the guard')
  })
})
