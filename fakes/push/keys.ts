import { createECDH, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface PushKeys {
  /** P-256 private key in Base64url. */
  readonly vapidKey: string
  /** Private and public key of the service account, PEM. */
  readonly fcmKey: string
  readonly fcmPublicKey: string
}

export function makePushKeys(): PushKeys {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  // A key with leading zero bytes is shorter than 32 bytes.
  const padded = Buffer.alloc(32)
  const number = ecdh.getPrivateKey()
  number.copy(padded, 32 - number.length)
  return {
    vapidKey: padded.toString('base64url'),
    fcmKey: pair.privateKey,
    fcmPublicKey: pair.publicKey,
  }
}

/** Keys that stay the same across restarts, so that subscriptions remain valid. */
export function demoPushKeys(stateDir: string): PushKeys {
  const file = join(stateDir, 'keys.json')
  if (!existsSync(file)) {
    mkdirSync(stateDir, { recursive: true })
    writeFileSync(file, JSON.stringify(makePushKeys()), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as PushKeys
}
