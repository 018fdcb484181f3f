import { hash } from 'node:crypto'
import type { Random } from '#kernel/ids.ts'

/** 256 random bits as text; the server keeps only its SHA-256, so a leaked table opens no session. */
export function newBearer(random: Random): { token: string; hash: Buffer } {
  const token = Buffer.from(random.bytes(32)).toString('base64url')
  return { token, hash: bearerHash(token) }
}

/**
 * The same for a session: one character more tells it from sessions that were opened before cookies had proofs
 * (`session-cookie.ts`).
 */
export function newSessionBearer(random: Random): { token: string; hash: Buffer } {
  const token = `s${newBearer(random).token}`
  return { token, hash: bearerHash(token) }
}

export function bearerHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
