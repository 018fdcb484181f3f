/** A device with passkeys, without a browser: WebAuthn with attestation `none` and keys on P-256. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

interface Registration {
  readonly challenge: string
  readonly rp: { readonly id?: string | undefined }
}

/** What `navigator.credentials.create` and `.get` return, as JSON. */
export interface DeviceAnswer {
  readonly id: string
}

/** User present and verified; of `synced` also: may be backed up, is backed up. `unverified`: present only. */
const flagsOf = { single: 0x05, synced: 0x1d, unverified: 0x01 } as const
const attested = 0x40

/** What `navigator.credentials.create` returns: a new key each time. */
export function makePasskey(registration: Registration, origin: string): DeviceAnswer {
  return new PasskeyDevice('single', origin).register(registration)
}

/** One passkey, in one device or shared by several, with any signature counter. */
export class PasskeyDevice {
  readonly #kind: keyof typeof flagsOf
  readonly #origin: string
  readonly #id = randomBytes(32)
  readonly #publicKey: KeyObject
  readonly #privateKey: KeyObject

  constructor(kind: keyof typeof flagsOf, origin: string) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#kind = kind
    this.#origin = origin
    this.#publicKey = publicKey
    this.#privateKey = privateKey
  }

  register({ challenge, rp }: Registration, counter = 0): DeviceAnswer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    // COSE: an EC2 key of ES256 on P-256.
    const coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
    const authData = Buffer.concat([
      this.#head(rp.id, flagsOf[this.#kind] | attested, counter),
      Buffer.alloc(16),
      Buffer.from([0, this.#id.length]),
      this.#id,
      coseKey,
    ])
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([authData.length]),
      authData,
    ])
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Signs a challenge, with this signature counter. */
  signIn({ challenge, rpId }: { challenge: string; rpId?: string }, counter: number): DeviceAnswer {
    const authData = this.#head(rpId, flagsOf[this.#kind], counter)
    const clientData = this.#clientData('webauthn.get', challenge)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
    })
  }

  #head(host: string | undefined, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const site = createHash('sha256').update(host ?? new URL(this.#origin).hostname)
    return Buffer.concat([site.digest(), Buffer.from([flags]), count])
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin }))
  }

  #answer(response: object): DeviceAnswer {
    const id = this.#id.toString('base64url')
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    } as DeviceAnswer
  }
}
