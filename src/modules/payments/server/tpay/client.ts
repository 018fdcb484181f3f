import type { Answer } from '../provider.ts'
import { askOverHttp } from '../provider-http.ts'

export interface TpayOptions {
  /** Base address of the gateway, without `/v1`. */
  readonly url: string
  readonly apiKey: string
  readonly clientId: string
  readonly clientSecret: string
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs?: number
}

interface TpayRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** Longest reply that is read, in bytes; 100,000 when absent. */
  readonly replyBytesMax?: number
}

/** A token is renewed this long before it expires, so that none expires in transit. */
const tokenSpareMs = 60_000

/** HTTP client of tpay: API key and access token on every call, a time-out, typed outcomes. */
export class TpayClient {
  readonly #options: TpayOptions
  #token: { readonly value: string; readonly endsAt: number } | null = null
  #tokenOnTheWay: Promise<Answer<string>> | null = null

  constructor(options: TpayOptions) {
    this.#options = options
  }

  /**
   * One call. Without a token nothing was sent to the bank, so the outcome is `refused`. A token that the bank
   * rejects (401) is renewed once: a call rejected for its token had no effect.
   */
  async call(request: TpayRequest): Promise<Answer<unknown>> {
    const first = await this.#callWithToken(request)
    if (first.kind !== 'refused' || first.code !== 'http-401') return first
    this.#token = null
    return this.#callWithToken(request)
  }

  async #callWithToken(request: TpayRequest): Promise<Answer<unknown>> {
    const token = await this.#currentToken()
    if (token.kind !== 'answered') {
      return { kind: 'refused', code: 'no-access-token', detail: token.detail }
    }
    const init = {
      method: request.method,
      headers: {
        authorization: `Bearer ${token.value}`,
        ...(request.body ? { 'content-type': 'application/json' } : {}),
      },
      body: request.body ? JSON.stringify(request.body) : undefined,
    }
    return this.#send(request.path, init, request.replyBytesMax)
  }

  /** The cached token; many calls that need a new one share one request for it. */
  async #currentToken(): Promise<Answer<string>> {
    if (this.#token && this.#token.endsAt - tokenSpareMs > Date.now()) {
      return { kind: 'answered', value: this.#token.value }
    }
    this.#tokenOnTheWay ??= this.#fetchToken().finally(() => {
      this.#tokenOnTheWay = null
    })
    return this.#tokenOnTheWay
  }

  async #fetchToken(): Promise<Answer<string>> {
    const { clientId, clientSecret } = this.#options
    const answer = await this.#send('/v1/tpay/access-token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_Id: clientId, client_secret: clientSecret }).toString(),
    })
    if (answer.kind !== 'answered') return answer
    const { access_token: value, expires_in: seconds } = answer.value as Record<string, unknown>
    if (typeof value !== 'string' || typeof seconds !== 'number') {
      return { kind: 'unknown', detail: 'The access token could not be read' }
    }
    this.#token = { value, endsAt: Date.now() + seconds * 1000 }
    return { kind: 'answered', value }
  }

  #send(path: string, init: RequestInit, replyBytesMax?: number): Promise<Answer<unknown>> {
    return askOverHttp(
      `${this.#options.url}${path}`,
      { ...init, headers: { ...init.headers, apikey: this.#options.apiKey } },
      { timeoutMs: this.#options.timeoutMs, replyBytesMax },
    )
  }
}
