import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { arrayOf } from '../store.ts'
import { placeStates, poolHoldStates } from '../states.ts'

/** Which legs of which places are taken, and what is left of the pools. */
export interface LegUse {
  readonly offeringId: number
  /** A bit for each leg that is sold or held, leg 0 the lowest; the place number less one is the index. */
  readonly taken: readonly bigint[]
  /** The same for legs that are not for sale. */
  readonly blocked: readonly bigint[]
  /** By pool and leg: how many are left. */
  readonly poolsLeft: ReadonlyMap<number, readonly number[]>
}

/** Legs in one 64-bit integer of PostgreSQL without its sign. */
const legsOfWord = 63

/**
 * The use of every place of these offerings by leg, as a caller without holds sees it. One row per offering and 63 legs:
 * masks as hexadecimal text. Unknown offerings are left out.
 */
export async function readLegUse(
  context: Pick<Context, 'db' | 'clock'>,
  offeringIds: readonly number[],
): Promise<ReadonlyMap<number, LegUse>> {
  if (offeringIds.length === 0) return new Map()
  const ids = arrayOf(offeringIds)
  const now = context.clock.now()
  const { rows } = await sql<Word & { id: number }>`
    select offering_id as id, word, string_agg(to_hex(taken), ',' order by place_id) as taken,
      string_agg(to_hex(blocked), ',' order by place_id) as blocked
    from (
      select offering_id, place_id, leg / ${sql.lit(legsOfWord)} as word,
        coalesce(bit_or(1::bigint << leg % ${sql.lit(legsOfWord)}) filter (where state = ${placeStates.sold}
          or state = ${placeStates.held} and held_until > ${now}::timestamptz), 0) as taken,
        coalesce(bit_or(1::bigint << leg % ${sql.lit(legsOfWord)}) filter (where state = ${placeStates.blocked}), 0) as blocked
      from place_leg where offering_id = any(${ids}::bigint[])
      group by offering_id, place_id, word
    ) as place group by offering_id, word`.execute(context.db)
  const pools = await sql<{ id: number; poolId: number; left: number }>`
    select pool_leg.offering_id as id, pool_leg.pool_id as "poolId",
      (pool_leg.capacity - pool_leg.taken + coalesce((
        select sum(quantity) from pool_hold
        where pool_hold.offering_id = pool_leg.offering_id and pool_hold.pool_id = pool_leg.pool_id
          and pool_hold.leg_from <= pool_leg.leg and pool_leg.leg < pool_hold.leg_to
          and pool_hold.state = ${poolHoldStates.held} and pool_hold.held_until <= ${now}::timestamptz
      ), 0))::int as left
    from pool_leg where pool_leg.offering_id = any(${ids}::bigint[])
    order by pool_leg.offering_id, pool_leg.pool_id, pool_leg.leg`.execute(context.db)
  const poolsOf = Map.groupBy(pools.rows, ({ id }) => Number(id))
  const wordsOf = Map.groupBy(rows, ({ id }) => Number(id))
  return new Map(
    [...wordsOf].map(([offeringId, words]) => {
      const byPool = Map.groupBy(poolsOf.get(offeringId) ?? [], ({ poolId }) => poolId)
      return [
        offeringId,
        {
          offeringId,
          taken: masksOf(words, ({ taken }) => taken),
          blocked: masksOf(words, ({ blocked }) => blocked),
          poolsLeft: new Map(
            [...byPool].map(([poolId, legs]) => [poolId, legs.map(({ left }) => left)]),
          ),
        },
      ]
    }),
  )
}

interface Word {
  readonly word: number
  readonly taken: string
  readonly blocked: string
}

/** The mask of each place over all words. */
function masksOf(words: readonly Word[], textOf: (word: Word) => string): bigint[] {
  const masks: bigint[] = []
  for (const word of words) {
    const shift = BigInt(word.word * legsOfWord)
    for (const [index, each] of textOf(word).split(',').entries())
      masks[index] = (masks[index] ?? 0n) | (BigInt(`0x${each}`) << shift)
  }
  return masks
}
