import { createHmac, timingSafeEqual } from 'node:crypto'

export type Credentials = { apiKey: string; clientId: string; clientSecret: string }

/** What the demo shop and the demo bank agree on. Worth nothing anywhere else. */
export const demoCredentials: Credentials = {
  apiKey: 'demo-api-key',
  clientId: 'demo-merchant',
  clientSecret: 'demo-merchant-secret',
}

/** The bank's tokens live one day. */
export const tokenSecondsMax = 86_400

/**
 * Makes and checks access tokens. A token carries its own end and a signature, so it stays good
 * over a restart of the bank as it would at the real one; `revokeAll` ends every token given so far.
 */
export class Access {
  readonly #credentials: Credentials
  readonly #tokenSeconds: number
  #revokedBefore = 0

  constructor(credentials: Credentials, tokenSeconds = tokenSecondsMax) {
    this.#credentials = credentials
    this.#tokenSeconds = tokenSeconds
  }

  apiKeyFits(given: unknown): boolean {
    return typeof given === 'string' && same(given, this.#credentials.apiKey)
  }

  clientFits(clientId: string, clientSecret: string): boolean {
    return (
      same(clientId, this.#credentials.clientId) &&
      same(clientSecret, this.#credentials.clientSecret)
    )
  }

  issue() {
    // A token given in the very millisecond of a revocation is a new one and must hold.
    const now = Math.max(Date.now(), this.#revokedBefore + 1)
    const body = `${now}.${now + this.#tokenSeconds * 1000}`
    return {
      access_token: `${body}.${this.#sign(body)}`,
      token_type: 'Bearer',
      expires_in: this.#tokenSeconds,
    }
  }

  tokenFits(authorization: string | undefined): boolean {
    const token = /^Bearer (\d+)\.(\d+)\.([\w-]+)$/.exec(authorization ?? '')
    if (!token) return false
    const [, issuedAt = '', endsAt = '', signature = ''] = token
    if (!same(signature, this.#sign(`${issuedAt}.${endsAt}`))) return false
    return Number(endsAt) > Date.now() && Number(issuedAt) > this.#revokedBefore
  }

  revokeAll(): void {
    this.#revokedBefore = Date.now()
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#credentials.clientSecret).update(body).digest('base64url')
  }
}

function same(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
