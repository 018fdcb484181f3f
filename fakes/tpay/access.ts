import { createHmac, timingSafeEqual } from 'node:crypto'

export type Credentials = { apiKey: string; clientId: string; clientSecret: string }

/** Credentials shared by the demo shop and the fake bank; they have no use elsewhere. */
export const demoCredentials: Credentials = {
  apiKey: 'demo-api-key',
  clientId: 'demo-merchant',
  clientSecret: 'demo-merchant-secret',
}

/** Lifetime of an access token: one day. */
export const tokenSecondsMax = 86_400

/**
 * Issues and verifies access tokens. A token contains its expiry and a signature, so that it stays valid
 * across a restart of the fake; `revokeAll` invalidates all tokens issued so far.
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
    // A token issued in the same millisecond as a revocation is issued after it and must be valid.
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
