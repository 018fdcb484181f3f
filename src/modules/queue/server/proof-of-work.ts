/**
 * Proof of work for joins from a network with many recent joins: none for the first ones, and one more bit each time
 * their number doubles. It needs no third party and no captcha.
 */
import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { callerKeys } from '#platform/callers.ts'
import type { Context } from '#platform/context.ts'
import { makeChallenge, readProof, sha256 } from '#platform/proof-of-work.ts'
import { countMeasure } from './measures.ts'
import { isSuspect } from './suspicion.ts'

/** Period over which joins of one network are counted. */
const windowMinutes = 10
const bitsMin = 13
/** About four million attempts, a few seconds on a phone. */
const bitsMax = 22

export interface WorkProof {
  readonly challenge: string
  readonly nonce: string
}

/** Network and proof of work of a new token. */
export interface CheckedWork {
  readonly networkKey: string | null
  readonly challengeHash: Buffer | null
  readonly bits: number
}

/** Visitors that behave like programs must do sixteen times the work. */
const suspectBits = 4

/** Leading zero bits required of a network with this many recent joins. */
export function bitsFor(recentJoins: number, free: number, isSuspected = false): number {
  if (free === 0 || (recentJoins < free && !isSuspected)) return 0
  const growth = Math.max(0, Math.floor(Math.log2(recentJoins / free)))
  return Math.min(bitsMax, bitsMin + growth + (isSuspected ? suspectBits : 0))
}

/**
 * Returns the verified values for joining. Fails with `ProofOfWorkNeeded` and `detail: { challenge, bits }` when work is required first,
 * `QueueNetworkFull` when the network has its maximum of places.
 */
export async function checkWork(
  context: Context,
  queueId: number,
  proof: WorkProof | undefined,
): Promise<Result<CheckedWork, 'ProofOfWorkNeeded' | 'QueueNetworkFull'>> {
  const { queueJoinsFree = 0, queuePlacesPerNetwork = 0 } = context.bounds ?? {}
  const networkKey = (await callerKeys(context))?.network ?? null
  if (networkKey === null || queueJoinsFree + queuePlacesPerNetwork === 0)
    return ok({ networkKey, challengeHash: null, bits: 0 })
  const now = context.clock.now()
  const since = new Date(now.getTime() - windowMinutes * 60_000)
  const { rows } = await sql<{ recent: number; waiting: number }>`
    select (select count(*)::integer from waiting_room_token
        where waiting_room_id = ${queueId} and network_key = ${networkKey}::bigint
          and joined_at > ${since}) as recent,
      (select count(*)::integer from waiting_room_token
        where waiting_room_id = ${queueId} and network_key = ${networkKey}::bigint
          and left_at is null and used_at is null) as waiting`.execute(context.db)
  const { recent = 0, waiting = 0 } = rows[0] ?? {}
  if (queuePlacesPerNetwork > 0 && waiting >= queuePlacesPerNetwork) {
    countMeasure(context, queueId, 'network-full')
    return fail('QueueNetworkFull')
  }
  const bits = bitsFor(recent, queueJoinsFree, await isSuspect(context, queueId))
  if (bits === 0) return ok({ networkKey, challengeHash: null, bits })
  const proved = proof ? await provedBits(context, queueId, proof) : 0
  // The requirement may have risen while the device was working, so one bit less is accepted.
  if (proof && proved > 0 && proved >= bits - 1) {
    countMeasure(context, queueId, 'work-proved')
    return ok({ networkKey, challengeHash: sha256(proof.challenge), bits: proved })
  }
  countMeasure(context, queueId, 'work-asked')
  return fail('ProofOfWorkNeeded', {
    challenge: await makeChallenge(context, subjectOf(queueId), bits),
    bits,
  })
}

/** Difficulty of the proof in bits; 0 when it belongs to another queue, has expired or is wrong. */
async function provedBits(
  context: Context,
  queueId: number,
  { challenge, nonce }: WorkProof,
): Promise<number> {
  const proved = await readProof(context, `${challenge}:${nonce}`)
  return proved?.subject === subjectOf(queueId) ? proved.bits : 0
}

const subjectOf = (queueId: number): string => `queue-${queueId}`
