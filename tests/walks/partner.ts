/** A partner that makes calls with an API key and a bearer token, and records them. */
import { expect } from 'vitest'
import type { DocumentClient, OperationInput, Reply } from './client.ts'

/** Records the requests and responses by operation, with the names of the walks. */
export class CallLog {
  readonly #walks = new Map<string, Set<string>>()
  readonly #examples = new Map<string, OperationInput>()

  record(operationId: string, walk: string, input?: OperationInput): void {
    const walks = this.#walks.get(operationId) ?? new Set()
    this.#walks.set(operationId, walks.add(walk))
    if (input && !this.#examples.has(operationId)) this.#examples.set(operationId, input)
  }

  get walks(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#walks
  }

  /** The first successful request of each operation. */
  get examples(): ReadonlyMap<string, OperationInput> {
    return this.#examples
  }
}

export class Partner {
  readonly #client: DocumentClient
  readonly #callLog: CallLog
  readonly #walk: string
  readonly #apiKey: string
  token: string | undefined

  constructor(options: {
    readonly client: DocumentClient
    readonly callLog: CallLog
    /** Name of the walk in the guide. */
    readonly walk: string
    readonly apiKey?: string
    readonly token?: string
  }) {
    this.#client = options.client
    this.#callLog = options.callLog
    this.#walk = options.walk
    this.#apiKey = options.apiKey ?? 'demo-partner'
    this.token = options.token
  }

  /**
   * Sends a request that must succeed and returns the reply; a session opened by it is used for later
   * requests.
   */
  async call(
    operationId: string,
    input: OperationInput = {},
    locale?: 'ka' | 'en',
  ): Promise<Reply> {
    const credentials = this.#credentials(locale)
    const { status, body } = await this.#client.send(operationId, input, credentials)
    expect(status, `${operationId}: ${JSON.stringify(body)}`).toBe(200)
    this.#callLog.record(operationId, this.#walk, input)
    if (typeof body?.accessToken === 'string' && this.token === undefined)
      this.token = body.accessToken
    return body
  }

  /** Sends a request that must be refused and returns the error code. */
  async refusalOf(operationId: string, input: OperationInput = {}): Promise<string> {
    const { status, body } = await this.#client.send(operationId, input, this.#credentials())
    expect(status, operationId).toBeGreaterThanOrEqual(400)
    return body.error.code
  }

  #credentials(locale?: 'ka' | 'en') {
    return {
      apiKey: this.#apiKey,
      ...(this.token === undefined ? {} : { token: this.token }),
      ...(locale === undefined ? {} : { locale }),
    }
  }
}
