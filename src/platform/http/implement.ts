import type { ServerResponse } from 'node:http'
import type { Call, ParsedInput, ReplyOf } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Result } from '#kernel/result.ts'
import type { Actor, Context } from '#platform/context.ts'
import { guards, type Guard } from './guards.ts'
import type { BodyPreparation } from './prepare-thread.ts'

/** A successful answer that is not JSON. */
export interface RawReply {
  readonly contentType: string
  readonly content: Uint8Array | string
  /** Offered as the name of a download. */
  readonly filename?: string
  /** 200 when absent. */
  readonly status?: 200 | 201 | 204 | 401
}

/** An answer that stays open: `follow` writes the rest of it once the head is sent. */
export interface StreamReply {
  readonly contentType: string
  readonly follow: (stream: ServerResponse) => void
}

/** What a handler may do to the answer besides its value; the same for HTTP and for a page's loader. */
export interface Effects {
  /** A session that was opened (sent as the `AccessToken` cookie) or closed. */
  accessToken?: { readonly token: string; readonly expiresAt: Date } | 'clear'
  /** The same of an organiser's staff, sent as the `StaffToken` cookie. */
  staffToken?: { readonly token: string; readonly expiresAt: Date } | 'clear'
}

/** The context of one call: that of every command, plus what only the gateway knows. */
export interface CallContext extends Context {
  readonly effects: Effects
  readonly ip: string
  readonly userAgent: string
  /** Languages the caller prefers, the most preferred first, including those without texts of replies. */
  readonly languages?: readonly string[]
  /** Counted against the limit of the call's class before its body was read. */
  readonly isCounted?: true
  /** Last event id that a reconnecting browser has received. */
  readonly lastEventId?: string
  /** The API key as it was given; `channel` says whose it is. */
  readonly apiKey?: string | undefined
  /** Proof that the holder of the session is also its owner (step-up). */
  readonly stepUpProof?: string | undefined
  /**
   * The request as it arrived, for a call whose caller signs it (`provider-signature`) or brings a token of its own: our public origin with the
   * path and query as they were sent, and the `authorization` header. Both are unchecked.
   */
  readonly arrived?: {
    readonly url: string
    readonly authorization: string | undefined
    /** Of a call with a `signatureHeader`: the unchanged body and the value of the header. */
    readonly signed?: { readonly text: string; readonly signature: string }
  }
}

/** An answer of a handler: the reply's shape, or raw bytes for a call that `produces` something else. */
export type HandlerResult<C extends Call> = Result<ReplyOf<C> | RawReply | StreamReply, ErrorCode>

export interface Implementation<C extends Call = Call> {
  readonly call: C
  readonly handle: (context: CallContext, input: ParsedInput<C>) => Promise<HandlerResult<C>>
  /** See `writingSession`. */
  readonly writesSession?: true
  /** Of a call that accepts bodies of megabytes: how a worker thread prepares the body for the handler. */
  readonly preparation?: {
    readonly module: URL
    readonly prepare: (body: never) => unknown
  }
}

/**
 * A call whose handler writes the session that is opened for it together with its own rows
 * (`Context.unwrittenSession`): it saves a statement and a commit when a guest chooses the first places.
 */
export function writingSession(implementation: Implementation): Implementation {
  return { ...implementation, writesSession: true }
}

/** A handler whose caller has been admitted by a guard: `context.actor` has that type. */
type GuardedHandler<C extends Call, Allowed extends Actor, Input = ParsedInput<C>> = (
  context: CallContext & { readonly actor: Allowed },
  input: Input,
) => Promise<HandlerResult<C>>

/**
 * Ties a declared call to the code that answers it. The handler is one visible chain: guard → (input is already
 * validated) → command or query → present. Calls of customers, staff and operators must name the guard of their
 * credential; throws when the guard is missing or belongs to another credential.
 */
export function implement<C extends Call>(
  call: C,
  handle: (context: CallContext, input: ParsedInput<C>) => Promise<HandlerResult<C>>,
): Implementation
export function implement<C extends Call, Allowed extends Actor>(
  call: C,
  guard: Guard<Allowed>,
  handle: GuardedHandler<C, Allowed>,
): Implementation
export function implement(
  call: Call,
  ...chain: [Implementation['handle']] | [Guard, Implementation['handle']]
): Implementation {
  return chain.length === 1
    ? { call, handle: guarded(call, undefined, chain[0]) }
    : { call, handle: guarded(call, chain[0], chain[1]) }
}

/**
 * The same for a call whose body may have megabytes. The module exports `preparation`; bodies of all sizes are
 * prepared by a thread, and the handler receives the result.
 */
export function implementLarge<C extends Call, Allowed extends Actor, Prepared>(
  call: C,
  guard: Guard<Allowed>,
  preparation: BodyPreparation<C['body'], Prepared> & { readonly module: URL },
  handle: GuardedHandler<C, Allowed, Omit<ParsedInput<C>, 'body'> & { readonly body: Prepared }>,
): Implementation {
  return { call, handle: guarded(call, guard, handle as never), preparation }
}

function guarded(
  call: Call,
  guard: Guard | undefined,
  handle: Implementation['handle'],
): Implementation['handle'] {
  if (guards[call.credential] !== guard)
    throw new Error(`${call.id}: its handler needs the guard of the credential ${call.credential}`)
  if (!guard) return handle
  return async (context, input) => guard.refusalOf(context.actor) ?? (await handle(context, input))
}

export function isRawReply(value: unknown): value is RawReply {
  return typeof value === 'object' && value !== null && 'contentType' in value && 'content' in value
}

export function isStreamReply(value: unknown): value is StreamReply {
  return typeof value === 'object' && value !== null && 'contentType' in value && 'follow' in value
}
