/** Values that are stored encrypted under a secret of the caller's, which is not stored. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/** @param purpose what the values of this kind are, so that keys of different kinds differ. */
export function seal(secret: string, purpose: string, value: unknown): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws when the secret is another one, or the bytes have been changed. */
export function unseal(secret: string, purpose: string, sealed: Buffer): unknown {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyOf(secret, purpose),
    sealed.subarray(0, nonceBytes),
  )
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return JSON.parse(
    decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') +
      decipher.final('utf8'),
  )
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
