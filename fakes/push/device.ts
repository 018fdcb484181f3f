import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A subscribed browser; only it can decrypt its messages. */
export interface Device {
  readonly id: string
  readonly p256dh: string
  readonly auth: string
  /** Decrypts a message (RFC 8291); throws for anything else. */
  read(body: Buffer): string
}

export function makeDevice(): Device {
  const ecdh = createECDH('prime256v1')
  const own = ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    id: randomBytes(24).toString('base64url'),
    p256dh: own.toString('base64url'),
    auth: auth.toString('base64url'),
    read(body) {
      const salt = body.subarray(0, 16)
      const idLength = body[20] ?? 0
      const sender = body.subarray(21, 21 + idLength)
      const record = body.subarray(21 + idLength)
      if (record.length > body.readUInt32BE(16)) throw new Error('More than one record')
      const derive = (secret: Uint8Array, with_: Uint8Array, info: Uint8Array, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, with_, info, length))
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
      const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(record.subarray(-16))
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      const end = plain.findLastIndex((byte) => byte !== 0)
      if (plain[end] !== 2) throw new Error('The last record has no end delimiter')
      return plain.toString('utf8', 0, end)
    },
  }
}
