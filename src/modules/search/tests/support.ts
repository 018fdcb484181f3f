/** A seeded shop in which calls of search are executed as any caller. */
import { expect } from 'vitest'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Actor } from '#platform/context.ts'
import { execute } from '#platform/http/execute.ts'
import { openTestContext, testClock, type TestContext } from '../../../../tests/support/context.ts'
import { demoDatabase, demoDay } from '../../../../tests/support/database.ts'
import type { SearchSource } from '../server/public-api.ts'
import { searchRoutes } from '../server/routes.ts'

/** Tuesday, 14:00 in Tbilisi. */
export const seededAt = demoDay

const sessions = {
  authenticate: () => Promise.resolve(null),
  openGuest: () => Promise.reject(new Error('Search opens no sessions')),
}

export interface Caller {
  readonly actor?: Actor
  readonly ip?: string
  readonly locale?: Locale
}

export interface SearchEnv {
  readonly context: TestContext
  /** The reply of a call that must succeed, checked against its declared shape. */
  reply<C extends Call>(call: C, input?: CallInput<C>, caller?: Caller): Promise<ReplyOf<C>>
  /** The error code of a call that must fail. */
  refusal<C extends Call>(call: C, input: unknown, caller?: Caller): Promise<string>
  close(): Promise<void>
}

export async function openSearchEnv(sources: readonly SearchSource[] = []): Promise<SearchEnv> {
  const database = await demoDatabase()
  const context = await openTestContext(database.url, testClock(seededAt))
  const run = (call: Call, input: CallInput<Call>, caller: Caller) => {
    const implementation = searchRoutes({ sources }).find((candidate) => candidate.call === call)
    if (!implementation) throw new Error(`${call.id} is not implemented`)
    const { params = {}, query = {}, body } = input as Record<string, object | undefined>
    const seen = {
      ...context.as(caller.actor ?? { kind: 'visitor' }),
      locale: caller.locale ?? 'en',
      ip: caller.ip ?? '127.0.0.1',
    }
    return execute(implementation, seen, { params, query, body }, { sessions, checkReplies: true })
  }
  return {
    context,
    async reply<C extends Call>(call: C, input: CallInput<C> = {}, caller: Caller = {}) {
      const result = await run(call, input as CallInput<Call>, caller)
      expect(result).toMatchObject({ ok: true })
      return (result.ok ? result.value : null) as ReplyOf<C>
    },
    async refusal(call, input, caller = {}) {
      const result = await run(call, input as CallInput<Call>, caller)
      return result.ok ? 'accepted' : result.code
    },
    async close() {
      await context.close()
      await database.drop()
    },
  }
}
