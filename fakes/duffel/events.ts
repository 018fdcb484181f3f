/** Webhook events with Duffel's signature, sent to one subscribed URL. */
import { createHmac, randomUUID } from 'node:crypto'
import type { DuffelFaults } from './shapes.ts'

/** Target URL and signing secret. */
export interface Webhook {
  readonly url: string
  readonly secret: string
}

const milliseconds = 5_000

/** `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>" in hex>`. */
export function signatureOf(secret: string, text: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000)
  const v1 = createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')
  return `t=${seconds},v1=${v1}`
}

export class Events {
  readonly #faults: DuffelFaults
  readonly #now: () => Date
  readonly #sending = new Set<Promise<void>>()
  #webhook: Webhook | null = null

  constructor(faults: DuffelFaults, now: () => Date) {
    this.#faults = faults
    this.#now = now
  }

  subscribe(webhook: Webhook): void {
    this.#webhook = webhook
  }

  /** Sends the event of an airline change, `eventCopies` times. */
  sendChangeEvent(orderId: string, changeId: string): void {
    if (!this.#webhook) return
    const event = {
      id: `wev_${randomUUID()}`,
      type: 'order.airline_initiated_change_detected',
      api_version: 'v2',
      live_mode: false,
      idempotency_key: changeId,
      created_at: this.#now().toISOString(),
      data: { object: { id: changeId, order_id: orderId } },
    }
    const work = this.#send(this.#webhook, JSON.stringify(event))
    this.#sending.add(work)
    void work.finally(() => this.#sending.delete(work))
  }

  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending)
  }

  async #send({ url, secret }: Webhook, body: string): Promise<void> {
    for (let copy = 0; copy < this.#faults.eventCopies; copy += 1)
      await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-duffel-signature': signatureOf(secret, body, this.#now()),
        },
        body,
        signal: AbortSignal.timeout(milliseconds),
      }).catch(() => undefined)
  }
}
