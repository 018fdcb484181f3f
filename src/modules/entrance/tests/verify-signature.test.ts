/**
 * Goal: signatures are verified in browsers whose Web Crypto lacks Ed25519, with the same answers. Method: keys and signatures of
 * Node, with and without Web Crypto's Ed25519.
 */
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toBase64Url } from '#kernel/base64url.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
const text = new Uint8Array(Buffer.from('BLT1:ticket'))
const signature = new Uint8Array(sign(null, text, privateKey))

beforeEach(() => vi.resetModules())
afterEach(() => vi.restoreAllMocks())

describe.each([['with'], ['without']])('%s Ed25519 in Web Crypto', (way) => {
  beforeEach(() => {
    if (way === 'without')
      vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(
        new DOMException('', 'NotSupportedError'),
      )
  })

  test('a genuine signature is right, and no other', async () => {
    const { isSignedBy } = await import('../web/scanner/decide.ts')
    const key = toBase64Url(raw)
    expect(await isSignedBy(key, signature, text)).toBe(true)
    expect(await isSignedBy(key, signature, text.slice(1))).toBe(false)
    expect(await isSignedBy(key, signature.with(3, (signature[3] ?? 0) ^ 1), text)).toBe(false)
    expect(await isSignedBy(key, signature.slice(1), text)).toBe(false)
    expect(await isSignedBy(toBase64Url(raw.subarray(1)), signature, text)).toBe(false)
  })
})
