import type { Answer } from '../provider.ts'
import { askOverHttp } from '../provider-http.ts'

export interface BogOptions {
  /** Base address of the API, without `/payments`. */
  readonly url: string
  /** Address of the token endpoint. */
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs?: number
}

interface BogRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** A repeated call with the same key is answered as the first one was. */
  readonly idempotencyKey?: string
}

/** A token is renewed this long before it expires, so that none expires in transit. */
const tokenSpareMs = 60_000

/** HTTP client of the Bank of Georgia's payments API: a bearer on every call, a time-out, typed outcomes. */
export class BogClient {
  readonly #options: BogOptions
  #token: { readonly value: string; readonly endsAt: number } | null = null
  #tokenOnTheWay: Promise<Answer<string>> | null = null

  constructor(options: BogOptions) {
    this.#options = options
  }

  /** One call. Without a token nothing was sent; one that the bank rejects is renewed once. */
  async call(request: BogRequest): Promise<Answer<unknown>> {
    const first = await this.#callWithToken(request)
    if (first.kind !== 'refused' || first.code !== 'http-401') return first
    this.#token = null
    return this.#callWithToken(request)
  }

  async #callWithToken(request: BogRequest): Promise<Answer<unknown>> {
    const token = await this.#currentToken()
    if (token.kind !== 'answered')
      return { kind: 'refused', code: 'no-access-token', detail: token.detail }
    const { method, path, body, idempotencyKey } = request
    return askOverHttp(
      `${this.#options.url}${path}`,
      {
        method,
        headers: {
          authorization: `Bearer ${token.value}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        body: body ? JSON.stringify(body) : undefined,
      },
      { timeoutMs: this.#options.timeoutMs },
    )
  }

  /** The cached token; many calls that need a new one share one request for it. */
  async #currentToken(): Promise<Answer<string>> {
    if (this.#token && this.#token.endsAt - tokenSpareMs > Date.now())
      return { kind: 'answered', value: this.#token.value }
    this.#tokenOnTheWay ??= this.#fetchToken().finally(() => {
      this.#tokenOnTheWay = null
    })
    return this.#tokenOnTheWay
  }

  async #fetchToken(): Promise<Answer<string>> {
    const { tokenUrl, clientId, clientSecret, timeoutMs } = this.#options
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const answer = await askOverHttp(
      tokenUrl,
      {
        method: 'POST',
        headers: {
          authorization: `Basic ${credentials}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      },
      { timeoutMs },
    )
    if (answer.kind !== 'answered') return answer
    const { access_token: value, expires_in: seconds } = answer.value as Record<string, unknown>
    if (typeof value !== 'string' || typeof seconds !== 'number')
      return { kind: 'unknown', detail: 'The access token could not be read' }
    this.#token = { value, endsAt: Date.now() + seconds * 1_000 }
    return { kind: 'answered', value }
  }
}
