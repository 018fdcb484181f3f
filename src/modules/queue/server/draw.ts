/** The lots that order visitors who joined before the opening; anybody can verify them once the queue is open. */
import { createHash, createHmac } from 'node:crypto'
import type { QueueView } from '../contract.ts'
import type { SaleQueue } from './rules.ts'

/**
 * Lots are below 2^52, so that they are exact as numbers. Visitors who joined before the draw get negative numbers, so
 * they stay in front.
 */
const lotBits = 52
export const lotOffsetBeforeDraw = -(2 ** lotBits)

/** The first 52 bits of HMAC-SHA256(seed, SHA-256(token)): the smallest lot is first. */
export function lotOf(seed: Buffer, tokenHash: Buffer): number {
  const digest = createHmac('sha256', seed).update(tokenHash).digest()
  return Number(digest.readBigUInt64BE() >> BigInt(64 - lotBits))
}

/** The public part of a draw: the seed's SHA-256 from the start, the seed itself once the queue is open. */
export function drawView(queue: SaleQueue, now: Date): QueueView['draw'] {
  const { drawSeed, opensAt } = queue
  if (!drawSeed || !opensAt) return null
  const commitment = createHash('sha256').update(drawSeed).digest('hex')
  return { commitment, seed: opensAt <= now ? drawSeed.toString('hex') : null }
}
