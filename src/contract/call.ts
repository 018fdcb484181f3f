import type { z } from 'zod'
import { noInput, type NoInput } from './fields.ts'
import type { ErrorCode } from './errors.ts'
import type { FormRules } from './form-rules.ts'
import type { StaffPermission } from './staff-permissions.ts'
import type { StepUpPurpose } from './step-up.ts'

/**
 * Who may call: anyone, an application with a key, a customer, a merchant's staff, an operator of this installation,
 * or an outside party that authenticates itself with a signature or token of its own (a bank, a wallet's device).
 */
export type Credential =
  | 'none'
  | 'api-key'
  | 'guest-or-customer'
  | 'customer'
  | 'merchant'
  | 'operator'
  | 'provider-signature'

/**
 * Rate limit class of a call. `guess`: secrets that could be tried (passwords, codes, links); `flood`: requests that
 * cause costs elsewhere (mail, new orders); `cost`: those that ask an outside party or much of the database, and that
 * people repeat; `read`: everything else.
 */
export type RateLimitKind = 'guess' | 'flood' | 'cost' | 'read'

/**
 * What a call uses besides a few rows: a bank, a supplier of flights, seats or terminals, messages that are sent (mail,
 * SMS, push), a picture or document that is decoded or drawn, a search over much of the database.
 */
export type CallCost = 'bank' | 'supplier' | 'message' | 'picture' | 'search'

/**
 * One call, declared once. The server's route, the typed client, its required-parameter check,
 * the OpenAPI document and the query options all derive from this value.
 */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  /** Stable name, e.g. `booking-choose-seat`; the coverage table is keyed by it. */
  readonly id: string
  readonly area: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Case-sensitive, `{name}` for path parameters: `/groot/Orders/checkout/{orderKey}`. */
  readonly path: string
  readonly summary: string
  readonly credential: Credential
  /** Of a staff call: the permission that the caller's role must have. */
  readonly staffPermission?: StaffPermission
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly reply: Reply
  /** Error codes of this call, in addition to those of the request chain that every call passes through. */
  readonly errors: readonly ErrorCode[]
  /** What a client must have before it sends: names of path and query parameters, `body`, `authorization`. */
  readonly required: readonly string[]
  /** Content type of a successful answer that is not JSON (a calendar file, a PDF). */
  readonly produces?: string
  /** A visitor who calls this without a session receives a guest session. */
  readonly opensSession?: boolean
  /** Sells for a partner’s channel: the shop’s own is refused, so a key is needed. */
  readonly needsChannelKey?: true
  /** Could give away the account, its money or its data, or destroy it: requires a recent step-up proof (`step-up-proof`). */
  readonly stepUp?: {
    readonly purpose: StepUpPurpose
    /** Only for such bodies; for all bodies when absent. */
    readonly when?: (body: never) => boolean
  }
  /**
   * The step-up of organisers' staff: the caller types their password again, as `password` in the body. The chain that
   * every call passes checks it, so no handler can forget to.
   */
  readonly asksPassword?: true
  /** Takes places or money: `Idempotency-Key` is honoured. */
  readonly idempotent?: boolean
  /** A GET that changes state, as the specification requires: refused when a page of another site sends it. */
  readonly actsOnGet?: boolean
  /** Seconds a shared cache may store the answer; when absent it must not be stored. */
  readonly cacheSeconds?: number
  readonly limit: RateLimitKind
  /** Such a call is never limited as a read. */
  readonly cost?: CallCost
  /**
   * Maximum size of a body in bytes; 64 KB when absent. Only calls that identify their caller before reading the body
   * may set more.
   */
  readonly bodyBytesMax?: number
  /**
   * The `authorization` header holds a token of this family of calls instead of a session; the handler reads it from
   * `arrived.authorization`.
   */
  readonly takesOwnToken?: boolean
  /** Each of its refusals carries a number of the specification's seat-choice errors. */
  readonly numbersRefusals?: true
  /** An outside party decides what it sends: names that the call does not declare are ignored, misspelt ones too. */
  readonly isFromOutside?: true
  /** The body may also come as a form, as an outside party writes it. */
  readonly takesForm?: boolean
  /**
   * Lower-case name of the header with the caller's signature over the body. The handler finds both as they were sent
   * in `arrived.signed` and has to verify them itself.
   */
  readonly signatureHeader?: string
  /** Pages send it from a form, which checks the fields of the body by their schema first. */
  readonly isForm?: boolean
  /** Those checks in the browser's build of the contract; the build derives them from `body`. */
  readonly formRules?: FormRules
}

/** Maximum size in bytes of a body that any caller may send. */
export const bodyBytesMaxDefault = 64 * 1024

type Options<P, Q, B, R> = Omit<
  Call<z.ZodType, z.ZodType, z.ZodType, z.ZodType>,
  'params' | 'query' | 'body' | 'reply' | 'errors' | 'required' | 'limit'
> & {
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly reply: R
  readonly errors?: readonly ErrorCode[]
  readonly required?: readonly string[]
  readonly limit?: RateLimitKind
}

/** Declares a call. Omitted parts accept no fields; `required` defaults to the path parameters. */
export function defineCall<
  R extends z.ZodType,
  P extends z.ZodType = NoInput,
  Q extends z.ZodType = NoInput,
  B extends z.ZodType = NoInput,
>(options: Options<P, Q, B, R>): Call<P, Q, B, R> {
  const isKnownFirst = ['customer', 'merchant', 'operator'].includes(options.credential)
  if ((options.bodyBytesMax ?? 0) > bodyBytesMaxDefault && !isKnownFirst)
    throw new Error(
      `${options.id}: only who is known may send more than ${bodyBytesMaxDefault} bytes`,
    )
  if ((options.credential === 'merchant') !== (options.staffPermission !== undefined))
    throw new Error(`${options.id}: a call of staff, and no other, names a staffPermission`)
  const limit = options.limit ?? (options.cost ? 'cost' : 'read')
  if (options.cacheSeconds !== undefined && options.opensSession)
    throw new Error(`${options.id}: an answer that caches store opens no session`)
  if (options.cost && limit === 'read')
    throw new Error(`${options.id}: what has a cost is not limited as a read`)
  if (options.asksPassword && !isPasswordChecked(options))
    throw new Error(`${options.id}: a staff call with a password in its body, limited as guesses`)
  return Object.freeze({
    ...options,
    params: (options.params ?? noInput) as P,
    query: (options.query ?? noInput) as Q,
    body: (options.body ?? noInput) as B,
    errors: options.errors ?? [],
    required: options.required ?? pathParameterNames(options.path),
    limit,
  })
}

/** Whether the chain can check the password of a staff call, and nobody can try passwords quickly with it. */
function isPasswordChecked(options: {
  readonly credential: Credential
  readonly limit?: RateLimitKind
  readonly body?: z.ZodType
}): boolean {
  const fields = (options.body as z.ZodObject | undefined)?.shape ?? {}
  return options.credential === 'merchant' && options.limit === 'guess' && 'password' in fields
}

export function pathParameterNames(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '')
}

/** The operation name that errors and the OpenAPI document use: `booking-choose-seat` → `bookingChooseSeat`. */
export function operationName(call: { readonly id: string }): string {
  return call.id.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** What a caller passes in (before defaults and coercion). */
export interface CallInput<C extends Call> {
  readonly params?: z.input<C['params']>
  readonly query?: z.input<C['query']>
  readonly body?: z.input<C['body']>
}

/** What a handler receives (after validation). */
export interface ParsedInput<C extends Call> {
  readonly params: z.output<C['params']>
  readonly query: z.output<C['query']>
  readonly body: z.output<C['body']>
}

export type ReplyOf<C extends Call> = z.output<C['reply']>
