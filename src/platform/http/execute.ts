import { z } from 'zod'
import type { Call, ParsedInput } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { DatabaseUnavailable } from '#platform/database/unavailable.ts'
import { fail, type Failure, type Result } from '#kernel/result.ts'
import type { CallContext, Implementation, RawReply } from './implement.ts'
import { isRawReply, isStreamReply } from './implement.ts'
import type { SessionPort } from './sessions.ts'

/** Input as it arrived, before validation. */
export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

export interface ExecutePorts {
  readonly sessions: SessionPort
  /** Also check replies against their declared shape: on in development and tests, off under load. */
  readonly checkReplies: boolean
}

/**
 * The chain behind the edge, the same for an HTTP request and for a page's loader:
 * credential → validate → (open a guest session) → command or query.
 */
export async function execute(
  implementation: Implementation,
  context: CallContext,
  input: RawInput,
  ports: ExecutePorts,
): Promise<Result<unknown, ErrorCode>> {
  const { call } = implementation
  const refused = checkCredential(call, context)
  if (refused) return refused
  const parsed = parseInput(call, input)
  if (!parsed.ok) return parsed
  const result = await answer(implementation, context, parsed.value, ports.sessions)
  if (
    ports.checkReplies &&
    result.ok &&
    !isRawReply(result.value) &&
    !isStreamReply(result.value)
  ) {
    const checked = call.reply.safeParse(result.value)
    if (!checked.success) {
      throw new Error(
        `The reply of ${call.id} is not what it declares: ${z.prettifyError(checked.error)}`,
      )
    }
  }
  return result as Result<RawReply, ErrorCode>
}

/** A lost database costs the call an answer that says so; what was under way has happened whole or not at all. */
async function answer(
  implementation: Implementation,
  context: CallContext,
  input: ParsedInput<Call>,
  sessions: SessionPort,
): Promise<Result<unknown, ErrorCode>> {
  try {
    const known = await withSession(implementation.call, context, sessions)
    return await implementation.handle(known, input)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    context.log.warn({ err: error, call: implementation.call.id }, 'the database is away')
    return fail('ServiceUnavailable')
  }
}

/** Guests may be given a session on the way; everybody else must bring what the call asks for. */
function checkCredential(call: Call, context: CallContext): Failure<ErrorCode> | null {
  const { kind } = context.actor
  if (call.credential === 'customer' && kind !== 'customer') return fail('Unauthenticated')
  if (call.credential === 'merchant') return kind === 'staff' ? null : fail('Unauthenticated')
  if (call.credential === 'operator') {
    if (context.actor.kind !== 'customer') return fail('Unauthenticated')
    return context.actor.isOperator === true ? null : fail('Forbidden')
  }
  if (call.credential === 'guest-or-customer' && kind === 'visitor' && !call.opensSession) {
    return call.required.includes('authorization') ? fail('Unauthenticated') : null
  }
  return null
}

async function withSession(
  call: Call,
  context: CallContext,
  sessions: SessionPort,
): Promise<CallContext> {
  if (!call.opensSession || context.actor.kind !== 'visitor') return context
  const opened = await sessions.openGuest(context, context.userAgent)
  context.effects.accessToken = { token: opened.token, expiresAt: opened.expiresAt }
  return { ...context, actor: opened.actor }
}

function parseInput(call: Call, input: RawInput): Result<ParsedInput<Call>, ErrorCode> {
  const fields: { path: string; message: string }[] = []
  const part = (name: 'params' | 'query' | 'body', schema: z.ZodType): unknown => {
    const result = schema.safeParse(input[name])
    if (result.success) {
      const path = findUnkeepable(result.data, name)
      if (path === null) return result.data
      fields.push({ path, message: 'Invalid text' })
      return undefined
    }
    for (const issue of result.error.issues) {
      fields.push({ path: [name, ...issue.path.map(String)].join('.'), message: issue.message })
    }
    return undefined
  }
  const value = {
    params: part('params', call.params),
    query: part('query', call.query),
    body: part('body', call.body),
  }
  if (fields.length > 0) return fail('BadRequest', { fields: fields.slice(0, 20) })
  return { ok: true, value: value as ParsedInput<Call> }
}

/**
 * Path of the first text that PostgreSQL cannot keep: with a null character, or with half a surrogate pair.
 * No call means one, so it is refused here rather than by each field.
 */
function findUnkeepable(value: unknown, path: string): string | null {
  if (typeof value === 'string')
    return value.includes('\u0000') || !value.isWellFormed() ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnkeepable(inner, `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}
