/**
 * Verifies Ed25519 with the browser's Web Crypto, or in script in browsers whose Web Crypto lacks it (Safari before 17, Chromium
 * before 137, Firefox before 129).
 */
type Bytes = Uint8Array<ArrayBuffer>
type Verify = (publicKey: Bytes, signature: Bytes, bytes: Bytes) => Promise<boolean>

let verify: Verify | undefined

/** Loads what this browser needs, while there is a network. */
export async function loadVerifier(): Promise<Verify> {
  return (verify ??= (await hasEd25519()) ? verifyNatively : await loadScript())
}

async function verifyNatively(publicKey: Bytes, signature: Bytes, bytes: Bytes): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, signature, bytes)
}

async function loadScript(): Promise<Verify> {
  const { verifyAsync } = await import('@noble/ed25519')
  // As strict as Web Crypto: both sides must accept the same signatures.
  return (publicKey, signature, bytes) =>
    verifyAsync(signature, bytes, publicKey, { zip215: false })
}

/** Asks with a point of the curve, because any key of the right length might be refused for what it is. */
async function hasEd25519(): Promise<boolean> {
  const point = new Uint8Array(32).fill(0x66)
  point[0] = 0x58
  return crypto.subtle.importKey('raw', point, 'Ed25519', false, ['verify']).then(
    () => true,
    () => false,
  )
}
