import { sha256 } from '@noble/hashes/sha2.js'
import type { WorkChallenge } from '#contract/work-proof.ts'

/** Attempts before yielding to the page: about ten milliseconds on a phone. */
const triesAtOnce = 2_000

/** The value of the header `work-proof` for a challenge; null when cancelled. */
export async function proofFor(
  { challenge, bits }: WorkChallenge,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const nonce = await proveWork(challenge, bits, () => signal?.aborted !== true)
  return nonce && `${challenge}:${nonce}`
}

/**
 * Finds the nonce for which SHA-256 of `challenge:nonce` starts with the required number of zero bits. The page
 * stays responsive; returns null when cancelled.
 */
export async function proveWork(
  challenge: string,
  bits: number,
  isWanted: () => boolean,
): Promise<string | null> {
  const encoder = new TextEncoder()
  for (let nonce = 0; isWanted();) {
    for (const end = nonce + triesAtOnce; nonce < end; nonce += 1)
      if (beginsWithZeros(sha256(encoder.encode(`${challenge}:${nonce}`)), bits))
        return String(nonce)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return null
}

function beginsWithZeros(bytes: Uint8Array, bits: number): boolean {
  const whole = bits >> 3
  for (let index = 0; index < whole; index += 1) if (bytes[index] !== 0) return false
  const rest = bits & 7
  return rest === 0 || (bytes[whole] ?? 255) >> (8 - rest) === 0
}
