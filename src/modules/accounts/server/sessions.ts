import { sql, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import { createRequestBatcher } from '#platform/request-batcher.ts'
import type { Actor, Context, UnwrittenSession } from '#platform/context.ts'
import { withReserve } from '#platform/database/database.ts'
import type { OpenedSession, PreparedSession, SessionPort } from '#platform/http/sessions.ts'
import { bearerHash, newSessionBearer } from './bearer.ts'
import { isProven } from './step-up.ts'

const guestDays = 30
const customerDays = 90
const dayMilliseconds = 86_400_000

/** A session that was ended elsewhere stays valid in this process for at most this long. */
const believedMilliseconds = 3_000
const believedMax = 50_000

interface NewSession {
  readonly context: Context
  readonly id: string
  readonly hash: Buffer
  readonly customerId: string | null
  readonly expiresAt: Date
  readonly userAgent: string
}

/**
 * Sessions in the database with a cache of a few seconds: a customer choosing seats makes many calls, and each would
 * otherwise read the session.
 */
export function createSessionStore(): SessionStore {
  const believed = new LRUCache<string, { actor: Actor; until: number }>({ max: believedMax })
  // Concurrent new sessions are inserted in shared statements.
  const openings = createRequestBatcher<NewSession, void>({
    batchMax: 200,
    run: async (_key, requests) => insertSessions(requests),
  })

  function believe(key: string, actor: Actor, now: number): void {
    believed.set(key, { actor, until: now + believedMilliseconds })
  }

  async function open(
    context: Context,
    customerId: string | null,
    userAgent: string,
  ): Promise<OpenedSession> {
    const { token, hash } = newSessionBearer(context.random)
    const id = context.random.uuid()
    const days = customerId === null ? guestDays : customerDays
    const expiresAt = new Date(context.clock.now().getTime() + days * dayMilliseconds)
    const request = { context, id, hash, customerId, expiresAt, userAgent }
    if (context.db.isTransaction) await insertSessions([request])
    else await openings.submit('open', request)
    const actor: Actor =
      customerId === null
        ? { kind: 'guest', sessionId: id }
        : { kind: 'customer', sessionId: id, customerId }
    // A customer's role is not known here: the first call reads it.
    if (!context.db.isTransaction && actor.kind === 'guest')
      believe(hash.toString('base64'), actor, context.clock.now().getTime())
    return { token, expiresAt, actor }
  }

  function prepareGuest(context: Context, userAgent: string): PreparedSession {
    const { token, hash } = newSessionBearer(context.random)
    const id = context.random.uuid()
    const now = context.clock.now().getTime()
    const expiresAt = new Date(now + guestDays * dayMilliseconds)
    const actor: Actor = { kind: 'guest', sessionId: id }
    believe(hash.toString('base64'), actor, now)
    const unwritten: UnwrittenSession = {
      id,
      tokenHash: hash,
      expiresAt,
      userAgent,
      isWritten: false,
      async write() {
        if (this.isWritten) return
        await openings.submit('open', { context, id, hash, customerId: null, expiresAt, userAgent })
        this.isWritten = true
      },
    }
    return { token, expiresAt, actor, unwritten }
  }

  return {
    prepareGuest,
    async authenticate(context, token) {
      const now = context.clock.now()
      const hash = bearerHash(token)
      const key = hash.toString('base64')
      const kept = believed.get(key)
      if (kept && kept.until > now.getTime()) return kept.actor
      const actor = await readActor(context, hash, now)
      if (actor) believe(key, actor, now.getTime())
      else believed.delete(key)
      return actor
    },
    isProven,
    openGuest: (context, userAgent) => open(context, null, userAgent),
    openCustomer: (context, customerId, userAgent) => open(context, customerId, userAgent),
    async end(context) {
      if (!('sessionId' in context.actor)) return
      const { sessionId } = context.actor
      for (const [key, { actor }] of believed) {
        if ('sessionId' in actor && actor.sessionId === sessionId) believed.delete(key)
      }
      await context.db
        .updateTable('session')
        .set({ revoked_at: context.clock.now() })
        .where('id', '=', sessionId)
        .where('revoked_at', 'is', null)
        .execute()
    },
  }
}

export interface SessionStore extends SessionPort {
  /** Opens a session for a customer who has just authenticated. */
  openCustomer(context: Context, customerId: string, userAgent: string): Promise<OpenedSession>
  /** Ends the session of the context's actor. */
  end(context: Context): Promise<void>
}

/** Values of guests' sessions that are inserted with rows that refer to them. */
export interface SessionValues {
  readonly sessionIds: string
  readonly sessionHashes: string
  readonly sessionExpiries: string
  readonly sessionAgents: readonly string[]
  readonly sessionsOpenedAt: Date
}

/** Guests' sessions as an `insert`, a part of a statement with such rows. */
export function sessionsToInsert(
  value: (name: keyof SessionValues) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into session (id, token_hash, kind, created_at, expires_at, user_agent)
    select id, decode(hash, 'hex'), 'guest', ${value('sessionsOpenedAt')}::timestamptz, expires, agent
    from unnest(${value('sessionIds')}::uuid[], ${value('sessionHashes')}::text[],
      ${value('sessionExpiries')}::timestamptz[], ${value('sessionAgents')}::text[])
      as opened (id, hash, expires, agent)`
}

export function valuesOfSessions(sessions: readonly UnwrittenSession[], now: Date): SessionValues {
  return {
    sessionIds: `{${sessions.map(({ id }) => id).join()}}`,
    sessionHashes: `{${sessions.map(({ tokenHash }) => tokenHash.toString('hex')).join()}}`,
    sessionExpiries: `{${sessions.map(({ expiresAt }) => expiresAt.toISOString()).join()}}`,
    sessionAgents: sessions.map(({ userAgent }) => userAgent),
    sessionsOpenedAt: now,
  }
}

async function readActor(context: Context, hash: Buffer, now: Date): Promise<Actor | null> {
  const row = await context.db
    .selectFrom('session')
    .leftJoin('customer', 'customer.id', 'session.customer_id')
    .select(['session.id', 'session.customer_id', 'customer.role'])
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  if (row.customer_id === null) return { kind: 'guest', sessionId: row.id }
  const isOperator = row.role === 'operator'
  return { kind: 'customer', sessionId: row.id, customerId: row.customer_id, isOperator }
}

/** One statement for any number of sessions; the arrays keep its text, and so its plan, the same. */
async function insertSessions(requests: readonly NewSession[]): Promise<void[]> {
  const first = requests[0]
  if (!first) return []
  const column = <Value>(read: (request: NewSession) => Value): Value[] => requests.map(read)
  await sql`
    insert into session (id, token_hash, kind, customer_id, created_at, expires_at, user_agent)
    select id, hash, case when customer is null then 'guest' else 'customer' end, customer, ${first.context.clock.now()}, expires, agent
    from unnest(
      ${column((request) => request.id)}::uuid[], ${column((request) => request.hash)}::bytea[],
      ${column((request) => request.customerId)}::uuid[], ${column((request) => request.expiresAt)}::timestamptz[],
      ${column((request) => request.userAgent)}::text[]
    ) as opened (id, hash, customer, expires, agent)
  `.execute(withReserve(first.context.db))
  return requests.map(() => undefined)
}
