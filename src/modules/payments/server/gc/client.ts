import { readStart } from '#platform/bounded-reply.ts'
import type { Answer } from '../provider.ts'
import { parseXml, readText, type ReadElement } from './xml.ts'

export interface GcClientOptions {
  /** Base address of the bank, without `/payment` and `/merchantapi`. */
  readonly url: string
  readonly merchantId: string
  /** Password of the calls under `/merchantapi`. */
  readonly apiPassword: string
  /** How long one call may take, in milliseconds. */
  readonly timeoutMs?: number
}

const timeoutMsDefault = 10_000
/** Charging a saved card involves the issuing bank and two calls back to us. */
const chargeTimeoutMsDefault = 25_000
const replyBytesMax = 50_000_000
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** HTTP client of the bank: XML, a time-out, typed outcomes. */
export class GcClient {
  readonly #options: GcClientOptions

  constructor(options: GcClientOptions) {
    this.#options = options
  }

  /** One call under `/merchantapi`; returns the document when its result code is 1. */
  async ask(name: string, parameters: Record<string, string>): Promise<Answer<ReadElement>> {
    const { url, merchantId, apiPassword, timeoutMs = timeoutMsDefault } = this.#options
    const basic = Buffer.from(`${merchantId}:${apiPassword}`).toString('base64')
    const answer = await send(`${url}/merchantapi/${name}?${new URLSearchParams(parameters)}`, {
      headers: { authorization: `Basic ${basic}` },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.kind !== 'answered') return answer
    const value = parseXml(answer.value)
    const code = readText(value, 'code')
    if (value && code === '1') return { kind: 'answered', value }
    const detail = readText(value, 'desc') ?? 'The reply cannot be read'
    return code === '2' ? { kind: 'refused', code: 'bank-refused', detail } : unknown(detail)
  }

  /**
   * Requests a page of the bank from the server, as charging a saved card requires. Its content carries no
   * information.
   */
  async open(address: string): Promise<Answer<null>> {
    const timeout = this.#options.timeoutMs ?? chargeTimeoutMsDefault
    const answer = await send(address, { signal: AbortSignal.timeout(timeout), redirect: 'manual' })
    return answer.kind === 'answered' ? { kind: 'answered', value: null } : answer
  }
}

async function send(address: string, init: RequestInit): Promise<Answer<string>> {
  try {
    const response = await fetch(address, { redirect: 'error', ...init })
    const { content, isWhole } = await readStart(response, replyBytesMax)
    const text = new TextDecoder().decode(content)
    const { status } = response
    if (status >= 500 || status === 408 || status === 429) return unknown(`HTTP ${status}`)
    if (status >= 400)
      return { kind: 'refused', code: `http-${status}`, detail: text.slice(0, 300) }
    if (!isWhole) return unknown('The reply is too long')
    return { kind: 'answered', value: text }
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : null
    if (cause?.code !== undefined && neverSent.has(cause.code)) {
      return { kind: 'refused', code: 'unreachable', detail: cause.code }
    }
    const name = error instanceof Error ? error.name : 'Error'
    return unknown(`${name} ${cause?.code ?? ''}`.trim())
  }
}

function unknown(detail: string): { readonly kind: 'unknown'; readonly detail: string } {
  return { kind: 'unknown', detail: detail.slice(0, 300) }
}
