/** A seeded shop for this module's tests, and helpers to make calls as different visitors. */
import { expect } from 'vitest'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import type { Locale } from '#kernel/locale.ts'
import { execute } from '#platform/http/execute.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { openTestContext, testClock, type TestContext } from '../../../../tests/support/context.ts'
import { demoDatabase, demoDay } from '../../../../tests/support/database.ts'
import { presentationRoutes, type FrontSource } from '../server/routes.ts'

export const seededAt = demoDay

const sessions = {
  authenticate: () => Promise.resolve(null),
  openGuest: () => Promise.reject(new Error('This module opens no sessions')),
}

type Visitor = Partial<Pick<CallContext, 'ip' | 'userAgent' | 'actor' | 'locale' | 'db'>>

/** A vertical with a row for the home page. */
const frontOfTests: FrontSource = {
  name: 'ferry',
  readRow: async ({ locale }) =>
    locale === 'en'
      ? { title: 'Sailing today', more: { to: '/ferries', text: 'All sailings' }, cards: [] }
      : null,
}

export interface PresentationEnv {
  readonly url: string
  readonly context: TestContext
  /** The reply of a call that must succeed, checked against its declared shape. */
  reply<C extends Call>(call: C, input?: CallInput<C>, visitor?: Visitor): Promise<ReplyOf<C>>
  /** The error code of a call that must fail. */
  refusal<C extends Call>(call: C, input: unknown): Promise<string>
  /** The error code of a call by a given visitor. */
  refusalAs<C extends Call>(call: C, input: unknown, visitor: Visitor): Promise<string>
  /** Paths of the fields that a refused call names. */
  refusedFields<C extends Call>(call: C, input: unknown, visitor: Visitor): Promise<string[]>
  /** Clears the caches, instead of waiting until they expire. */
  clearCaches(): void
  close(): Promise<void>
}

export async function openPresentationEnv(): Promise<PresentationEnv> {
  const database = await demoDatabase()
  const context = await openTestContext(database.url, testClock(seededAt))
  let { db } = context
  const run = (call: Call, input: CallInput<Call>, visitor: Visitor) => {
    const implementation = presentationRoutes({ front: [frontOfTests] }).find(
      (candidate) => candidate.call === call,
    )
    if (!implementation) throw new Error(`${call.id} is not implemented`)
    const { params = {}, query = {}, body } = input as Record<string, object | undefined>
    const locale: Locale = visitor.locale ?? 'en'
    const requestContext = { ...context.as({ kind: 'visitor' }), db, ...visitor, locale }
    return execute(
      implementation,
      requestContext,
      { params, query, body },
      { sessions, checkReplies: true },
    )
  }
  async function refusalAs(call: Call, input: unknown, visitor: Visitor): Promise<string> {
    const result = await run(call, input as CallInput<Call>, visitor)
    return result.ok ? 'accepted' : result.code
  }
  return {
    url: database.url,
    context,
    async reply<C extends Call>(call: C, input: CallInput<C> = {}, visitor: Visitor = {}) {
      const result = await run(call, input as CallInput<Call>, visitor)
      expect(result).toMatchObject({ ok: true })
      return (result.ok ? result.value : null) as ReplyOf<C>
    },
    refusal: (call, input) => refusalAs(call, input, {}),
    refusalAs,
    async refusedFields(call, input, visitor) {
      const result = await run(call, input as CallInput<Call>, visitor)
      const { fields = [] } = (result.ok ? {} : (result.detail ?? {})) as {
        readonly fields?: readonly { readonly path: string }[]
      }
      return fields.map(({ path }) => path)
    },
    clearCaches() {
      db = context.db.withTables()
    },
    async close() {
      await context.close()
      await database.drop()
    },
  }
}
