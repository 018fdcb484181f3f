import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { SignJWT } from 'jose'
import type { PushOutcome } from './outcome.ts'
import { outcomeOfStatus } from './outcome.ts'

/** A browser's `PushSubscription`; keys in base64url. */
export interface BrowserSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface WebPushMessage {
  readonly body: string
  /** Seconds for which the push service stores it for an offline browser. */
  readonly ttlSeconds: number
  /** A newer message of the same topic replaces one that still waits; base64url, 32 signs. */
  readonly topic: string
}

export interface WebPush {
  /** Application server key for `pushManager.subscribe`, base64url. */
  readonly publicKey: string
  send(subscription: BrowserSubscription, message: WebPushMessage): Promise<PushOutcome>
}

const timeoutMilliseconds = 10_000
const tokenHours = 12

/**
 * Sends Web Push: RFC 8030, content encrypted by RFC 8291, our key shown by RFC 8292. A redirect is not followed, and
 * only endpoints that `isAllowedEndpoint` knows are asked.
 */
export function openWebPush(options: {
  /** Private key of P-256, 32 bytes in base64url. */
  readonly privateKey: string
  /** `mailto:` or `https:`; contact for the push service. */
  readonly subject: string
  readonly isAllowedEndpoint: (endpoint: string) => boolean
}): WebPush {
  const { key, publicKey } = readKey(options.privateKey)
  return {
    publicKey,
    async send(subscription, message) {
      const { endpoint } = subscription
      if (!options.isAllowedEndpoint(endpoint)) return { kind: 'gone' }
      const token = await new SignJWT({ sub: options.subject })
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(new URL(endpoint).origin)
        .setExpirationTime(`${tokenHours}h`)
        .sign(key)
      const response = await fetch(endpoint, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMilliseconds),
        headers: {
          authorization: `vapid t=${token}, k=${publicKey}`,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(message.ttlSeconds),
          topic: message.topic,
          urgency: 'normal',
        },
        body: encrypt(Buffer.from(message.body), subscription),
      })
      await response.body?.cancel()
      return outcomeOfStatus(response.status, response.headers.get('retry-after'))
    },
  }
}

function readKey(privateKey: string): { key: KeyObject; publicKey: string } {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  const point = ecdh.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const jwk = { kty: 'EC', crv: 'P-256', d: privateKey, x, y }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  return { key, publicKey: point.toString('base64url') }
}

/** One record holds it all: browsers take 4,096 bytes. */
const recordSize = 4_096

/** Encrypts for one browser (RFC 8291, one record of RFC 8188). `secrets` are random; a test passes the RFC's own. */
export function encrypt(
  plain: Buffer,
  subscription: Pick<BrowserSubscription, 'p256dh' | 'auth'>,
  secrets: { readonly privateKey?: Buffer; readonly salt?: Buffer } = {},
): Buffer<ArrayBuffer> {
  const receiver = Buffer.from(subscription.p256dh, 'base64url')
  const auth = Buffer.from(subscription.auth, 'base64url')
  const salt = secrets.salt ?? randomBytes(16)
  const ecdh = createECDH('prime256v1')
  if (secrets.privateKey) ecdh.setPrivateKey(secrets.privateKey)
  else ecdh.generateKeys()
  const sender = ecdh.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const secret = derive(ecdh.computeSecret(receiver), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const head = Buffer.alloc(5)
  head.writeUInt32BE(recordSize)
  head.writeUInt8(sender.length, 4)
  return Buffer.concat([
    salt,
    head,
    sender,
    // 2 ends the last record.
    cipher.update(Buffer.concat([plain, Buffer.from([2])])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
