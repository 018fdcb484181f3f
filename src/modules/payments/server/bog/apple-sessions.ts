import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import type { Answer } from '../provider.ts'

/** Apple's identifier of this shop. */
export interface AppleMerchant {
  readonly merchantId: string
  /** PEM, or a file with it: the client certificate and its key. */
  readonly certificate: string
  readonly key: string
  readonly gatewayUrl: string
  /** Authority of the gateway's certificate; absent: those that Node trusts. */
  readonly gatewayAuthority?: string | undefined
  /** Name shown on the payment sheet. */
  readonly displayName: string
  /** The host that is registered with Apple. */
  readonly domain: string
}

const timeoutMilliseconds = 10_000
const replyBytesMax = 50_000

/**
 * Requests a session from Apple over TLS with our client certificate. The address comes from the settings only; one
 * sent by a browser is never used.
 */
export function openAppleSessions(
  merchant: AppleMerchant,
): () => Promise<Answer<Readonly<Record<string, unknown>>>> {
  const body = JSON.stringify({
    merchantIdentifier: merchant.merchantId,
    displayName: merchant.displayName,
    initiative: 'web',
    initiativeContext: merchant.domain,
  })
  const { certificate, key, gatewayAuthority: authority } = merchant
  return () =>
    new Promise((resolve) => {
      const unknown = (detail: string): void => resolve({ kind: 'unknown', detail })
      const asked = request(
        `${merchant.gatewayUrl}/paymentservices/paymentSession`,
        {
          method: 'POST',
          cert: pem(certificate),
          key: pem(key),
          ...(authority === undefined ? {} : { ca: pem(authority) }),
          headers: { 'content-type': 'application/json' },
          timeout: timeoutMilliseconds,
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (part: string) => {
            text += part
            if (text.length > replyBytesMax) response.destroy()
          })
          response.on('error', (error) => unknown(error.message))
          response.on('close', () => unknown('The reply ended early'))
          response.on('end', () => resolve(readSession(response.statusCode ?? 0, text)))
        },
      )
      asked.on('timeout', () => asked.destroy(new Error('no answer')))
      asked.on('error', (error) => unknown(error.message))
      asked.end(body)
    })
}

function readSession(status: number, text: string): Answer<Readonly<Record<string, unknown>>> {
  if (status !== 200) return { kind: 'unknown', detail: `HTTP ${status} ${text.slice(0, 300)}` }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { kind: 'answered', value: Object.fromEntries(Object.entries(value)) }
  } catch {
    // Reported below.
  }
  return { kind: 'unknown', detail: 'The session cannot be read' }
}

function pem(given: string): string {
  return given.includes('-----BEGIN') ? given : readFileSync(given, 'utf8')
}
