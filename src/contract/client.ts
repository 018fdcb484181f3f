import { operationName, type Call, type CallInput, type ReplyOf } from './call.ts'
import { stepUpHeader } from './step-up-header.ts'
import { workProofHeader, type WorkChallenge } from './work-proof.ts'
import { isErrorCode, type ErrorCode, type ErrorReply } from './errors.ts'

export interface ClientOptions {
  /** Origin of the gateway; empty for the origin the page came from. */
  readonly baseUrl: string
  /** Origin that `send` uses instead, where links of a page have to keep the page's origin. */
  readonly gatewayUrl?: string | undefined
  readonly apiKey: string
  /** `accept-language` of every request. */
  readonly locale: string
  /** The bearer token, where the caller can read it; browsers send their HttpOnly cookie themselves. */
  readonly accessToken?: () => string | undefined
  /**
   * The session is in a cookie that scripts cannot read: it satisfies a required authorization here, and the server
   * checks it.
   */
  readonly hasCookieSession?: boolean
  readonly fetch?: typeof fetch
  /** Solves the challenge of a refusal `HoldWorkNeeded`; the call is then sent again with this proof. Null: given up. */
  readonly proveWork?: (
    challenge: WorkChallenge,
    signal: AbortSignal | undefined,
  ) => Promise<string | null>
}

export interface SendOptions {
  readonly authorization?: string
  readonly idempotencyKey?: string
  /** Step-up proof for calls that require one. */
  readonly stepUpProof?: string | undefined
  readonly signal?: AbortSignal
  /** `input.body` as JSON, where the caller has it already: writing a large one would interrupt the page. */
  readonly serializedBody?: string
  /** The request continues after its page is closed (`keepalive`). */
  readonly keepalive?: boolean
}

/** The server refused the call, or could not be reached (code `ServiceUnavailable`). */
export class CallError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly number: number | undefined
  readonly fields: NonNullable<ErrorReply['error']['fields']>
  readonly detail: Readonly<Record<string, unknown>>

  /**
   * The build of the pages has its own copy of this class, and loaders also catch errors created by the server's copy:
   * `instanceof` accepts both.
   */
  static override [Symbol.hasInstance](value: unknown): value is CallError {
    return value instanceof Error && value.name === 'CallError'
  }

  constructor(status: number, error: ErrorReply['error']) {
    super(error.message)
    this.name = 'CallError'
    this.code = isErrorCode(error.code) ? error.code : 'ServerSide'
    this.status = status
    this.number = error.number
    this.fields = error.fields ?? []
    this.detail = error.detail ?? {}
  }
}

/** A required value was null or undefined; nothing was sent. Empty text, 0 and false are values. */
export class RequiredParameterError extends Error {
  constructor(name: string, operation: string) {
    super(`Required parameter ${name} was null or undefined when calling ${operation}.`)
    this.name = 'RequiredParameterError'
  }
}

type ReplyObserver = (call: Call, reply: unknown) => void

const observers: ReplyObserver[] = []

/** Calls the listener for every further reply of this page; meant for measuring, it cannot change the reply. */
export function observeReplies(observer: ReplyObserver): void {
  observers.push(observer)
}

/** The typed client: one function for every declared call. */
export interface Client {
  send<C extends Call>(call: C, input?: CallInput<C>, options?: SendOptions): Promise<ReplyOf<C>>
  /**
   * The address of a call, for requests that the browser makes itself, such as an event stream. It has the client's
   * locale, since the browser's languages may be others.
   */
  address<C extends Call>(call: C, input: CallInput<C>): string
}

export function createClient(options: ClientOptions): Client {
  return {
    address: (call, input) =>
      `${options.baseUrl}${pathOf(call, input, options)}&locale=${options.locale}`,
    async send<C extends Call>(call: C, input: CallInput<C> = {}, sendOptions: SendOptions = {}) {
      const authorization = sendOptions.authorization ?? options.accessToken?.()
      requireParameters(call, input, authorization ?? (options.hasCookieSession ? '' : undefined))
      return sendProving(options, sendOptions, (workProof) =>
        sendOnce(options, call, input, { ...sendOptions, authorization, workProof }),
      )
    },
  }
}

/** While the device calculates, others of its network may use up what the proof would cover. */
const proofsMax = 3

/** Sends a call, and again with the proof of work that its refusal asks for. */
async function sendProving<Reply>(
  options: ClientOptions,
  sendOptions: SendOptions,
  send: (workProof?: string) => Promise<Reply>,
  workProof?: string,
  proofsLeft = proofsMax,
): Promise<Reply> {
  try {
    return await send(workProof)
  } catch (error) {
    const { code, detail } = error as Partial<CallError>
    const proof =
      proofsLeft &&
      code === 'HoldWorkNeeded' &&
      (await options.proveWork?.(detail as unknown as WorkChallenge, sendOptions.signal))
    if (!proof) throw error
    return sendProving(options, sendOptions, send, proof, proofsLeft - 1)
  }
}

type OnceOptions = Omit<SendOptions, 'authorization'> & {
  readonly authorization: string | undefined
  readonly workProof: string | undefined
}

async function sendOnce<C extends Call>(
  options: ClientOptions,
  call: C,
  input: CallInput<C>,
  sendOptions: OnceOptions,
): Promise<ReplyOf<C>> {
  const response = await (options.fetch ?? fetch)(
    (options.gatewayUrl ?? options.baseUrl) + pathOf(call, input, options),
    {
      method: call.method,
      credentials: 'include',
      headers: headersOf(input, options, sendOptions),
      // Without a body this is undefined, whatever its type says.
      body: sendOptions.serializedBody ?? JSON.stringify(input.body),
      signal: sendOptions.signal ?? null,
      keepalive: sendOptions.keepalive ?? false,
    },
  )
  const answer: unknown = await readAnswer(response)
  if (!response.ok) throw new CallError(response.status, errorOf(answer))
  const reply = lowerCamelKeys(answer) as ReplyOf<C>
  for (const observe of observers) observe(call, reply)
  return reply
}

export function requireParameters(
  call: Call,
  input: CallInput<Call>,
  authorization?: string,
): void {
  const params = (input.params ?? {}) as Record<string, unknown>
  const query = (input.query ?? {}) as Record<string, unknown>
  for (const name of call.required) {
    const value =
      name === 'body'
        ? input.body
        : name === 'authorization'
          ? authorization
          : (params[name] ?? query[name])
    if (value === null || value === undefined)
      throw new RequiredParameterError(name, operationName(call))
  }
}

function pathOf(call: Call, input: CallInput<Call>, options: ClientOptions): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = call.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) search.set(name, queryText(value))
  }
  search.set('api_key', options.apiKey)
  return `${path}?${search}`
}

function queryText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

function headersOf(
  input: CallInput<Call>,
  options: ClientOptions,
  sendOptions: OnceOptions,
): Record<string, string> {
  const { authorization } = sendOptions
  const headers: Record<string, string> = { 'accept-language': options.locale }
  if (input.body !== undefined) {
    headers['content-type'] = 'application/json'
    // Each request starts a trace (W3C Trace Context), whether or not the server exports it.
    headers['traceparent'] = `00-${hexadecimal(32)}-${hexadecimal(16)}-01`
  }
  if (authorization !== undefined)
    headers['authorization'] = `Bearer ${authorization.replace(/^Bearer /, '')}`
  if (sendOptions.idempotencyKey !== undefined)
    headers['idempotency-key'] = sendOptions.idempotencyKey
  if (sendOptions.stepUpProof !== undefined) headers[stepUpHeader] = sendOptions.stepUpProof
  if (sendOptions.workProof) headers[workProofHeader] = sendOptions.workProof
  return headers
}

function hexadecimal(length: number): string {
  let text = ''
  while (text.length < length) text += Math.random().toString(16).slice(2)
  return text.slice(0, length)
}

async function readAnswer(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  return type.includes('json') ? response.json() : response.text()
}

function errorOf(answer: unknown): ErrorReply['error'] {
  const error = (answer as Partial<ErrorReply> | null)?.error
  return (
    error ?? { code: 'ServiceUnavailable', message: 'The service is unavailable for a moment.' }
  )
}

/** `UserId` becomes `userId`, at every depth; values stay as they are. */
export function lowerCamelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerCamelKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.charAt(0).toLowerCase() + key.slice(1),
      lowerCamelKeys(inner),
    ]),
  )
}
