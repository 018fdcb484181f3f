/** Challenges that a device answers by calculating; they need no third party, and nothing is stored for them. */
import { createHash } from 'node:crypto'
import { keyOf } from './callers.ts'
import type { Context } from './context.ts'
import { isSameSecret } from './same-secret.ts'

const challengeMilliseconds = 120_000

/** What was proved: the subject of the challenge, and its difficulty. */
export interface ProvedWork {
  readonly subject: string
  readonly bits: number
}

/** A signed challenge of subject, difficulty, expiry and a random part. The subject contains no dot. */
export async function makeChallenge(
  context: Context,
  subject: string,
  bits: number,
): Promise<string> {
  const endsAt = context.clock.now().getTime() + challengeMilliseconds
  const random = Buffer.from(context.random.bytes(12)).toString('base64url')
  const payload = [subject, bits, endsAt, random].join('.')
  return `${payload}.${await signatureOf(context, payload)}`
}

/** Reads `challenge:nonce`; null when the challenge is not ours or has expired, or the nonce does not solve it. */
export async function readProof(context: Context, proof: string): Promise<ProvedWork | null> {
  const challenge = proof.slice(0, proof.lastIndexOf(':'))
  const end = challenge.lastIndexOf('.')
  const payload = challenge.slice(0, end)
  if (end < 0) return null
  if (!isSameSecret(challenge.slice(end + 1), await signatureOf(context, payload))) return null
  const [subject = '', bits, endsAt] = payload.split('.', 3)
  if (Number(endsAt) < context.clock.now().getTime()) return null
  const isSolved = leadingZeroBits(sha256(proof)) >= Number(bits)
  return isSolved ? { subject, bits: Number(bits) } : null
}

const signatureOf = (context: Context, payload: string): Promise<string> =>
  keyOf(context, `work challenge ${payload}`)

export function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

export function leadingZeroBits(bytes: Uint8Array): number {
  let bits = 0
  for (const byte of bytes) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}
