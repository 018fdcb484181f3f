import { hash } from 'node:crypto'
import type { Random } from '#kernel/ids.ts'

/** 256 random bits as text; the server keeps only its SHA-256, so a leaked table opens no session. */
export function newBearer(random: Random): { token: string; hash: Buffer } {
  const token = Buffer.from(random.bytes(32)).toString('base64url')
  return { token, hash: bearerHash(token) }
}

export function bearerHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
