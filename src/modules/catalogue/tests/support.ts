/** A seeded shop for the catalogue's tests, and a way to make calls in it. */
import { expect } from 'vitest'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import type { Locale } from '#kernel/locale.ts'
import { execute } from '#platform/http/execute.ts'
import { openTestContext, testClock, type TestContext } from '../../../../tests/support/context.ts'
import { demoDatabase, demoDay } from '../../../../tests/support/database.ts'
import { showRoutes } from '#modules/events/server/show-routes.ts'
import { catalogueRoutes } from '../server/routes.ts'

/** Tuesday, two in the afternoon in Tbilisi: today's events have not begun. */
export const seededAt = demoDay

const sessions = {
  authenticate: () => Promise.resolve(null),
  openGuest: () => Promise.reject(new Error('The catalogue opens no sessions')),
}

export interface CatalogueEnv {
  readonly url: string
  readonly context: TestContext
  /** The reply of a call that must succeed, checked against its declared shape. */
  reply<C extends Call>(
    call: C,
    input?: CallInput<C>,
    locale?: Locale,
    channel?: string,
  ): Promise<ReplyOf<C>>
  /** The error code of a call that must fail. */
  refusal<C extends Call>(call: C, input: unknown): Promise<string>
  close(): Promise<void>
}

export async function openCatalogueEnv(): Promise<CatalogueEnv> {
  const database = await demoDatabase()
  const context = await openTestContext(database.url, testClock(seededAt))
  const run = (call: Call, input: CallInput<Call>, locale: Locale, channel = 'web') => {
    const implementation = [...catalogueRoutes({ listed: [] }), ...showRoutes({ listed: [] })].find(
      (candidate) => candidate.call === call,
    )
    if (!implementation) throw new Error(`${call.id} is not implemented`)
    const { params = {}, query = {}, body } = input as Record<string, object | undefined>
    const visitor = { ...context.as({ kind: 'visitor' }), locale, channel }
    return execute(
      implementation,
      visitor,
      { params, query, body },
      { sessions, checkReplies: true },
    )
  }
  return {
    url: database.url,
    context,
    async reply<C extends Call>(
      call: C,
      input: CallInput<C> = {},
      locale: Locale = 'en',
      channel: string = 'web',
    ) {
      const result = await run(call, input as CallInput<Call>, locale, channel)
      expect(result).toMatchObject({ ok: true })
      return (result.ok ? result.value : null) as ReplyOf<C>
    },
    async refusal(call, input) {
      const result = await run(call, input as CallInput<Call>, 'en')
      return result.ok ? 'accepted' : result.code
    },
    async close() {
      await context.close()
      await database.drop()
    },
  }
}
