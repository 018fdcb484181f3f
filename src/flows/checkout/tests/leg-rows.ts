/** The database's orders and offerings of a leg run, in the form of the model. */
import { sql } from 'kysely'
import type { Claim } from './leg-model.ts'
import type { TestEnv } from './test-env.ts'

export interface TicketRow extends Claim {
  readonly identifier: string
  readonly isGood: boolean
  readonly isPassedOn: boolean
}

/** Tickets of these orders, by identifier. */
export async function readTickets(env: TestEnv, orderIds: readonly number[]): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    select t.identifier, t.offering_id::int as "offeringId", t.place_id as "placeId", t.leg_from as "legFrom",
      t.leg_to as "legTo", 1 as quantity, t.status = 1 as "isGood", t.holder_session_id is not null as "isPassedOn"
    from ticket t where t.order_id = any(${orderIds}::bigint[])
    order by t.identifier collate "C"`.execute(env.context.db)
  return rows
}

/** How often each place and pool is held or sold now, by offering, place and leg. */
export async function readTaken(
  env: TestEnv,
  offerings: readonly number[],
): Promise<Record<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`
    select offering_id || ':' || place_id || ':' || leg as key, 1 as count from place_leg
    where offering_id = any(${offerings}::bigint[])
      and (state = 2 or state = 1 and held_until > ${env.clock.now()})
    union all
    select h.offering_id || ':deck:' || leg, sum(h.quantity)::int
    from pool_hold h, generate_series(h.leg_from, h.leg_to - 1) as leg
    where h.offering_id = any(${offerings}::bigint[])
      and (h.state = 2 or h.held_until > ${env.clock.now()})
    group by h.offering_id, leg`.execute(env.context.db)
  return Object.fromEntries(rows.map(({ key, count }) => [key, Number(count)]))
}
