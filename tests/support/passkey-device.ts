/** A device that answers a registration of a passkey, without a browser: WebAuthn with attestation `none`. */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'

interface Registration {
  readonly challenge: string
  readonly rp: { readonly id?: string | undefined }
}

/** What `navigator.credentials.create` returns, as JSON: a new P-256 key each time. */
export function makePasskey({ challenge, rp }: Registration, origin: string): object {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  })
  const id = randomBytes(32)
  // COSE: an EC2 key of ES256 on P-256.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const userPresentVerifiedAttested = 0x45
  const authData = Buffer.concat([
    createHash('sha256')
      .update(rp.id ?? new URL(origin).hostname)
      .digest(),
    Buffer.from([userPresentVerifiedAttested, 0, 0, 0, 0]),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    coseKey,
  ])
  const attestationObject = Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
    Buffer.from([authData.length]),
    authData,
  ])
  const clientData = JSON.stringify({ type: 'webauthn.create', challenge, origin })
  const encoded = id.toString('base64url')
  return {
    id: encoded,
    rawId: encoded,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(clientData).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    },
  }
}
