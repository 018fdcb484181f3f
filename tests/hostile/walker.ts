import { errorTable, isErrorCode } from '#contract/errors.ts'
import type { Call } from '#contract/call.ts'
import type { WatchedDatabase } from './fingerprint.ts'
import type { ValidInput } from './inputs.ts'
import type { Answer, HostileShop, Request } from './shop.ts'

/** A caller with input that the call accepts. */
export interface Caller {
  readonly call: Call
  readonly token: string
  readonly apiKey: string
  readonly good: ValidInput
  readonly headers: Readonly<Record<string, string>>
}

/** A field with a value that the schema refuses. */
export interface Refused {
  /** As in responses, with its part of the request. */
  readonly path: string
  /** Sends a request with this field only. */
  ask(): Promise<unknown>
}

interface Place {
  readonly shop: HostileShop
  readonly watched: WatchedDatabase
}

export function mayWrite(call: Call): boolean {
  return call.method !== 'GET' || call.actsOnGet === true
}

/** Sends requests one after another and records each wrong response. */
export class Walker {
  readonly findings: string[] = []
  #asked = 0
  #hasAccepted = false
  readonly #shop: HostileShop
  readonly #watched: WatchedDatabase
  readonly #caller: Caller
  #before = ''
  #traffic = -1

  private constructor({ shop, watched }: Place, caller: Caller) {
    this.#shop = shop
    this.#watched = watched
    this.#caller = caller
  }

  static async start(place: Place, caller: Caller): Promise<Walker> {
    const walker = new Walker(place, caller)
    await walker.look('', true)
    return walker
  }

  /** The number of requests sent. */
  get asked(): number {
    return this.#asked
  }

  /** Whether a request has succeeded, which may have used up what the caller had. */
  get hasAccepted(): boolean {
    return this.#hasAccepted
  }

  async ask(label: string, request: Omit<Request, 'method'>, mustRefuse = false): Promise<Answer> {
    const { call, token, apiKey } = this.#caller
    const headers = { ...this.#caller.headers, ...request.headers }
    const answer = await this.#shop.send({
      method: call.method,
      token,
      apiKey,
      ...request,
      headers,
    })
    this.#asked += 1
    if (answer.status < 400) this.#hasAccepted = true
    const wrong = whatIsWrong(answer)
    if (wrong) this.findings.push(`${label}: ${wrong}`)
    if (mustRefuse && answer.status < 400) this.findings.push(`${label}: accepted`)
    const isCounted = countedRefusals.has(answer.body?.error?.code)
    if (mayWrite(call)) await this.look(label, answer.status < 400 || isCounted)
    return answer
  }

  /**
   * Sends one request with several refused fields, and one for each that the response does not name: a combined
   * request shows as much as twenty single ones.
   */
  async askTogether(
    label: string,
    fields: readonly Refused[],
    request: () => Omit<Request, 'method'>,
  ): Promise<void> {
    if (fields.length < 2) {
      for (const { ask } of fields) await ask()
      return
    }
    const answer = await this.ask(label, request(), true)
    const named: string[] = (answer.body?.error?.fields ?? []).map(
      ({ path }: { path: string }) => path,
    )
    for (const { path, ask } of fields)
      if (!named.some((one) => one === path || one.startsWith(`${path}.`))) await ask()
  }

  /** Compares the database with its earlier state, unless nothing was exchanged with it. */
  async look(label: string, mayChange: boolean): Promise<void> {
    const traffic = this.#watched.traffic()
    if (traffic === this.#traffic) return
    this.#traffic = traffic
    const after = await this.#watched.fingerprint()
    if (after !== this.#before && !mayChange)
      this.findings.push(`${label}: the database changed: ${changedTables(this.#before, after)}`)
    this.#before = after
  }
}

/** Names of the tables whose lines differ between two fingerprints. */
function changedTables(before: string, after: string): string {
  const known = new Set(before.split('\n'))
  const changed = after.split('\n').filter((line) => !known.has(line))
  return changed.map((line) => line.slice(0, line.indexOf(' '))).join(', ')
}

/** Refusals of a secret, which are counted so that it is not guessed. */
const countedRefusals = new Set<unknown>(['DiscountCardWrong'])

function whatIsWrong({ status, body, text, headers }: Answer): string | null {
  if (status < 400) return null
  const code = body?.error?.code
  if (typeof code !== 'string' || !isErrorCode(code)) return `${status} ${text.slice(0, 200)}`
  if (status >= 500) return `${status} ${code}`
  if (errorTable[code].status !== status) return `${code} with status ${status}`
  if (headers['cache-control'] !== 'no-store') return `${code} may be kept by a cache`
  if (typeof body.error.message !== 'string' || body.error.message === '') return `${code} is mute`
  return /node_modules|\/src\/|select |insert /.test(text) ? `${code} tells: ${text}` : null
}
