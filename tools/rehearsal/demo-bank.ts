/** Visitors' actions at the fake bank, a separate process that may be killed at any time. */
export class Bank {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  misbehave(payId: string, habits: object): Promise<boolean> {
    return this.#tell('misbehave', { payId, ...habits })
  }

  pay(payId: string, outcome: 'approve' | 'decline'): Promise<boolean> {
    return this.#tell('pay', { payId, outcome })
  }

  /** Repeats callbacks that the shop may have missed. */
  notify(payId: string): Promise<boolean> {
    return this.#tell('notify', { payId })
  }

  /** False if the bank is unavailable or refuses. */
  async #tell(path: string, body: object): Promise<boolean> {
    try {
      const reply = await fetch(`${this.#url}/__control/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      })
      await reply.body?.cancel()
      return reply.ok
    } catch {
      return false
    }
  }
}
