import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import type { HoldRequest } from '../server/public-api.ts'

export interface InventoryEnv {
  readonly context: TestContext
  /** The same environment through its own connection pool, as another process would see it. */
  anotherProcess(): Context
  close(): Promise<void>
}

export async function openInventoryEnv(): Promise<InventoryEnv> {
  const database = await testDatabase()
  const context = await openTestContext(database.url)
  const others: Context[] = []
  return {
    context,
    anotherProcess() {
      const pool = openPool({
        url: database.url,
        connectionsMax: 16,
        applicationName: `bileti-test-${others.length}`,
      })
      const other = { ...context, db: openDatabase(pool) }
      others.push(other)
      return other
    },
    async close() {
      for (const other of others) await other.db.destroy()
      await context.close()
      await database.drop()
    },
  }
}

export function inSeconds(context: Context, seconds: number): Date {
  return new Date(context.clock.now().getTime() + seconds * 1000)
}

/** A request for a new hold of 15 minutes on a one-leg offering, unless overridden. */
export function requestFor(
  context: Context,
  offeringId: number,
  request: Partial<HoldRequest>,
): HoldRequest {
  return {
    holdId: context.random.uuid(),
    offeringId,
    legFrom: 0,
    legTo: 1,
    places: [],
    pools: [],
    until: inSeconds(context, 900),
    ...request,
  }
}

export interface PlaceRow {
  readonly placeId: number
  readonly leg: number
  readonly state: number
  readonly holdId: string | null
}

export async function readPlaces(context: Context, offeringId: number): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select place_id as "placeId", leg, state, hold_id as "holdId" from place_leg
    where offering_id = ${offeringId} order by place_id, leg`.execute(context.db)
  return rows
}

export interface PoolBalance {
  readonly poolId: number
  readonly leg: number
  readonly capacity: number
  readonly taken: number
  /** Sum of the pool holds; always equal to `taken`. */
  readonly inHolds: number
}

export async function readPools(context: Context, offeringId: number): Promise<PoolBalance[]> {
  const { rows } = await sql<PoolBalance>`
    select pool_leg.pool_id as "poolId", pool_leg.leg, capacity, taken, (
      select coalesce(sum(quantity), 0)::int from pool_hold
      where pool_hold.offering_id = pool_leg.offering_id and pool_hold.pool_id = pool_leg.pool_id
        and pool_hold.leg_from <= pool_leg.leg and pool_leg.leg < pool_hold.leg_to
    ) as "inHolds"
    from pool_leg where offering_id = ${offeringId} order by pool_id, leg`.execute(context.db)
  return rows
}
