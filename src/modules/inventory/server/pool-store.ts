import { sql, type RawBuilder } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { poolHoldState, type PoolHoldState, type SaleEnd } from './rules.ts'
import { arrayOf, sellsNow } from './store.ts'
import { poolHoldStates } from './states.ts'

export interface PoolAddress {
  readonly offeringId: number
  readonly poolId: number
}

export interface PoolLegRow extends PoolAddress {
  readonly leg: number
  readonly left: number
}

/** The offering whose sale is checked together with its pools. */
export interface SaleOfPools {
  readonly offeringId: number
  readonly unless?: SaleEnd | undefined
}

/** Locks every leg of these pools in a fixed order. */
export async function lockPools(context: Context, pools: readonly PoolAddress[]): Promise<void> {
  await sql`
    select 1 from unnest(
      ${arrayOf(pools.map((pool) => pool.offeringId))}::bigint[],
      ${arrayOf(pools.map((pool) => pool.poolId))}::int[]
    ) as wanted (offering_id, pool_id)
    join pool_leg using (offering_id, pool_id)
    order by pool_leg.offering_id, pool_leg.pool_id, pool_leg.leg
    for update of pool_leg`.execute(context.db)
}

function addressKey({ offeringId, poolId }: PoolAddress): string {
  return `${offeringId}:${poolId}`
}

/** The pools that these holds have taken anything of. */
export async function poolsOfHolds(
  context: Context,
  holdIds: readonly string[],
): Promise<readonly PoolAddress[]> {
  const { rows } = await sql<PoolAddress>`
    select distinct offering_id as "offeringId", pool_id as "poolId" from pool_hold
    where hold_id = any(${arrayOf(holdIds)}::uuid[])`.execute(context.db)
  return rows
}

/** The pools with expired holds. */
export async function poolsWithEndedHolds(context: Context): Promise<readonly PoolAddress[]> {
  const { rows } = await sql<PoolAddress>`
    select distinct offering_id as "offeringId", pool_id as "poolId" from pool_hold
    where state = ${poolHoldStates.held} and held_until <= ${context.clock.now()}::timestamptz
    order by offering_id, pool_id`.execute(context.db)
  return rows
}

export interface PoolHoldRow extends PoolAddress {
  readonly holdId: string
  readonly legFrom: number
  readonly legTo: number
  readonly quantity: number
  readonly state: PoolHoldState
  /** Null when sold. */
  readonly heldUntil: Date | null
}

/** The pool quantities of these holds. The caller has locked the pools. */
export async function readPoolHolds(
  context: Context,
  holdIds: readonly string[],
): Promise<readonly PoolHoldRow[]> {
  const { rows } = await sql<PoolHoldRow>`
    select hold_id as "holdId", offering_id as "offeringId", pool_id as "poolId",
      leg_from as "legFrom", leg_to as "legTo", quantity, state, held_until as "heldUntil"
    from pool_hold where hold_id = any(${arrayOf(holdIds)}::uuid[])
    order by hold_id, offering_id, pool_id, leg_from, leg_to, state`.execute(context.db)
  return rows
}

/**
 * Locks every leg of these pools, deletes their expired holds and returns what is left of each, in one round trip.
 * Called before every pool allocation, so that expired quantities are free at once. With a sale, the same statement
 * also checks, under the locks, whether it is open.
 */
export async function lockAndReclaimPools(
  context: Context,
  pools: readonly PoolAddress[],
  sale?: SaleOfPools,
): Promise<{ readonly rows: readonly PoolLegRow[]; readonly isSelling: boolean }> {
  const sells = sellsNow(context, sale?.offeringId ?? 0, sale?.unless)
  const { rows } = await sql<PoolLegRow & { readonly isSelling: boolean }>`
    select offering_id as "offeringId", pool_id as "poolId", leg, places_left as left,
      (select ${sells}) as "isSelling"
    from reclaim_pools(
      ${arrayOf(pools.map((pool) => pool.offeringId))}::bigint[],
      ${arrayOf(pools.map((pool) => pool.poolId))}::int[],
      ${context.clock.now()}::timestamptz)`.execute(context.db)
  return { rows, isSelling: rows.every(({ isSelling }) => isSelling) }
}

/**
 * Sells the pool quantities of these holds if each has exactly that many and has not expired. The pool counts do not
 * change, so the pools are not locked and concurrent payments do not wait for each other. Otherwise sells nothing and
 * returns false.
 */
export async function sellHeld(
  context: Context,
  wanted: readonly (PoolAddress & {
    readonly holdId: string
    readonly legFrom: number
    readonly legTo: number
    readonly quantity: number
  })[],
): Promise<boolean> {
  if (wanted.length === 0) return false
  const column = (pick: (one: (typeof wanted)[number]) => number | string) =>
    arrayOf(wanted.map(pick))
  const result = await sql`
    with wanted as materialized (
      select * from unnest(
        ${column((one) => one.holdId)}::uuid[], ${column((one) => one.offeringId)}::bigint[],
        ${column((one) => one.poolId)}::int[], ${column((one) => one.legFrom)}::smallint[],
        ${column((one) => one.legTo)}::smallint[], ${column((one) => one.quantity)}::int[]
      ) as wanted (hold_id, offering_id, pool_id, leg_from, leg_to, quantity)
    ), held as materialized (
      select pool_hold.ctid from wanted join pool_hold using
        (hold_id, offering_id, pool_id, leg_from, leg_to, quantity)
      where pool_hold.state = ${poolHoldStates.held} and pool_hold.held_until > ${context.clock.now()}::timestamptz
        and not exists (select from pool_hold sold
          where sold.hold_id = wanted.hold_id and sold.offering_id = wanted.offering_id
            and sold.pool_id = wanted.pool_id and sold.leg_from = wanted.leg_from
            and sold.leg_to = wanted.leg_to and sold.state = ${poolHoldStates.sold})
      for update of pool_hold
    )
    update pool_hold set state = ${poolHoldStates.sold}, held_until = null
    where ctid = any(array(select ctid from held))
      and (select count(*) from held) = ${wanted.length}::int
      and not exists (select from offering
        where ended_at is not null and id in (select offering_id from wanted))`.execute(context.db)
  return Number(result.numAffectedRows ?? 0) === wanted.length
}

/** A change of the quantity of a pool under a hold, in one of its two states. */
export interface PoolChange extends PoolAddress {
  readonly holdId: string
  readonly legFrom: number
  readonly legTo: number
  readonly state: PoolHoldState
  readonly difference: number
  /** Expiry of the hold; required when a quantity is added. */
  readonly until?: Date
}

/** Writes changed quantities of holds and updates the counts of the pools that the caller has locked. */
export async function changePools(context: Context, changes: readonly PoolChange[]): Promise<void> {
  const merged = mergeChanges(changes)
  const added = merged.filter((change) => change.difference > 0)
  const removed = merged.filter((change) => change.difference < 0)
  if (removed.length > 0) await removeFromHolds(context, removed)
  if (added.length > 0) await addToHolds(context, added, merged)
  else await sql`${changeTaken(merged)}`.execute(context.db)
}

/** A statement can update a row only once, so changes of the same row are added up. */
function mergeChanges(changes: readonly PoolChange[]): PoolChange[] {
  const merged = new Map<string, PoolChange>()
  for (const change of changes) {
    const { holdId, offeringId, poolId, legFrom, legTo, state } = change
    const key = [holdId, offeringId, poolId, legFrom, legTo, state].join()
    const earlier = merged.get(key)
    const difference = (earlier?.difference ?? 0) + change.difference
    merged.set(key, { ...change, difference })
  }
  return [...merged.values()].filter((change) => change.difference !== 0)
}

function columnsOf(changes: readonly PoolChange[]) {
  const column = (pick: (change: PoolChange) => number | string) => arrayOf(changes.map(pick))
  return sql`unnest(
    ${column((change) => change.holdId)}::uuid[], ${column((change) => change.offeringId)}::bigint[],
    ${column((change) => change.poolId)}::int[], ${column((change) => change.legFrom)}::smallint[],
    ${column((change) => change.legTo)}::smallint[], ${column((change) => change.state)}::smallint[],
    ${column((change) => Math.abs(change.difference))}::int[],
    ${column((change) => change.until?.toISOString() ?? 'null')}::timestamptz[]
  ) as change (hold_id, offering_id, pool_id, leg_from, leg_to, state, quantity, held_until)`
}

async function addToHolds(
  context: Context,
  added: readonly PoolChange[],
  all: readonly PoolChange[],
): Promise<void> {
  for (const { state, until } of added)
    invariant((state === poolHoldState.held) === (until !== undefined), 'only a hold has an end')
  await sql`
    with held as (
      insert into pool_hold
        (hold_id, offering_id, pool_id, leg_from, leg_to, state, quantity, held_until)
      select hold_id, offering_id, pool_id, leg_from, leg_to, state, quantity, held_until
      from ${columnsOf(added)}
      on conflict (hold_id, offering_id, pool_id, leg_from, leg_to, state)
      do update set quantity = pool_hold.quantity + excluded.quantity,
        held_until = excluded.held_until
    )
    ${changeTaken(all)}`.execute(context.db)
}

async function removeFromHolds(context: Context, changes: readonly PoolChange[]): Promise<void> {
  const sameRow = sql`pool_hold.hold_id = change.hold_id
    and pool_hold.offering_id = change.offering_id and pool_hold.pool_id = change.pool_id
    and pool_hold.leg_from = change.leg_from and pool_hold.leg_to = change.leg_to
    and pool_hold.state = change.state`
  const { rows } = await sql<{ count: number }>`
    with change as materialized (select * from ${columnsOf(changes)}),
    lessened as (
      update pool_hold set quantity = pool_hold.quantity - change.quantity
      from change where ${sameRow} and pool_hold.quantity > change.quantity returning 1
    ), emptied as (
      delete from pool_hold using change
      where ${sameRow} and pool_hold.quantity = change.quantity returning 1
    )
    select ((select count(*) from lessened) + (select count(*) from emptied))::int as count
    `.execute(context.db)
  invariant(rows[0]?.count === changes.length, 'a hold gives back no more of a pool than it has')
}

/** The counts of pools whose quantities change, as an `update`; a change of zero updates no row. */
function changeTaken(changes: readonly PoolChange[]): RawBuilder<unknown> {
  const legs = new Map<string, PoolLegRow>()
  for (const { offeringId, poolId, legFrom, legTo, difference } of changes)
    for (let leg = legFrom; leg < legTo; leg += 1) {
      const key = `${addressKey({ offeringId, poolId })}:${leg}`
      const left = (legs.get(key)?.left ?? 0) - difference
      legs.set(key, { offeringId, poolId, leg, left })
    }
  const moved = [...legs.values()].filter((row) => row.left !== 0)
  return sql`
    update pool_leg set taken = pool_leg.taken - moved.quantity
    from unnest(
      ${arrayOf(moved.map((row) => row.offeringId))}::bigint[],
      ${arrayOf(moved.map((row) => row.poolId))}::int[],
      ${arrayOf(moved.map((row) => row.leg))}::smallint[],
      ${arrayOf(moved.map((row) => row.left))}::int[]
    ) as moved (offering_id, pool_id, leg, quantity)
    where pool_leg.offering_id = moved.offering_id and pool_leg.pool_id = moved.pool_id
      and pool_leg.leg = moved.leg`
}
