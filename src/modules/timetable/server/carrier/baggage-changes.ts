/** Changes of kinds of baggage by a carrier's staff. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { BaggageOption } from '../network.ts'

export type BaggageRefusal = 'BaggageWrong' | 'BaggageKnown'

export interface BaggageChange extends Pick<
  BaggageOption,
  'priceMinor' | 'perPassengerMax' | 'capacity'
> {
  /** Of an existing kind; otherwise `added`. */
  readonly baggageId?: number | undefined
  readonly added?: Pick<BaggageOption, 'code' | 'name'> | undefined
  /** Sold no more. */
  readonly isRetired?: boolean | undefined
}

/** A kind of baggage after a change; a new one has no id until it is written. */
export type ChangedBaggage = Omit<BaggageOption, 'baggageId'> & {
  readonly baggageId: number | null
}

/**
 * The kinds of baggage of a carrier after a change, which names all that are sold. They are retired instead of removed:
 * their ids number the ticket types of sold pieces.
 */
export function baggageAfter(
  agencyId: number,
  known: readonly BaggageOption[],
  changes: readonly BaggageChange[],
): Result<ChangedBaggage[], BaggageRefusal> {
  const changeOf = new Map<number, BaggageChange>()
  const added: ChangedBaggage[] = []
  for (const change of changes) {
    const { baggageId, added: own } = change
    if ((baggageId === undefined) === (own === undefined)) return fail('BaggageWrong')
    const same = known.find((one) => one.baggageId === baggageId || one.code === own?.code)
    if (same) {
      if (own && !isDeepStrictEqual(same.name, own.name)) return fail('BaggageKnown')
      if (changeOf.has(same.baggageId)) return fail('BaggageWrong')
      changeOf.set(same.baggageId, change)
    } else {
      if (!own || added.some(({ code }) => code === own.code)) return fail('BaggageWrong')
      added.push({ baggageId: null, agencyId, ...own, ...valuesOf(change) })
    }
  }
  if (known.some(({ baggageId, isRetired }) => !isRetired && !changeOf.has(baggageId)))
    return fail('BaggageWrong')
  const changed = known.map((option) => {
    const change = changeOf.get(option.baggageId)
    return change ? { ...option, ...valuesOf(change) } : option
  })
  return ok([...changed, ...added])
}

function valuesOf({ priceMinor, perPassengerMax, capacity, isRetired = false }: BaggageChange) {
  return { priceMinor, perPassengerMax, capacity, isRetired }
}

/** Writes all kinds of a carrier. */
export async function writeBaggage(
  { db }: Pick<Context, 'db'>,
  agencyId: number,
  baggage: readonly ChangedBaggage[],
): Promise<void> {
  await sql`
    insert into baggage_option (agency_id, code, name, price_minor, per_passenger_max, capacity, is_retired)
    select ${agencyId}, code, name, "priceMinor", "perPassengerMax", capacity, "isRetired"
    from jsonb_to_recordset(${JSON.stringify(baggage)}::jsonb) as one (code text, name jsonb, "priceMinor" int,
      "perPassengerMax" int, capacity int, "isRetired" boolean)
    on conflict (agency_id, code) do update set price_minor = excluded.price_minor,
      per_passenger_max = excluded.per_passenger_max, capacity = excluded.capacity, is_retired = excluded.is_retired`.execute(
    db,
  )
}
