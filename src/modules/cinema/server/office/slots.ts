/** Who is in which hall when: what a change of the programme looks at, and what it locks. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { OfficeWarning } from '../../office-contract.ts'
import {
  loadHouse,
  readScreeningRows,
  readScreenings,
  type Hall,
  type House,
  type Screening,
} from '../programme.ts'

/** What a screening takes of a hall. */
export type Slot = Pick<Screening, 'screeningId' | 'startsAt' | 'endsAt' | 'hallId' | 'cancelledAt'>

/** A screening that nobody else changes until the transaction ends. */
export async function lockScreening(
  context: Context,
  screeningId: number,
): Promise<Screening | null> {
  await sql`select id from screening where id = ${screeningId} for update`.execute(context.db)
  const [screening] = await readScreenings(context, [screeningId])
  return screening ?? null
}

/** A hall whose programme nobody else changes until the transaction ends; after the screening, never before it. */
export async function lockHall(context: Context, hallId: number): Promise<Hall | null> {
  await sql`select id from cinema_hall where id = ${hallId} for no key update`.execute(context.db)
  return (await loadHouse(context)).halls.get(hallId) ?? null
}

/** The programmes of all halls, in one order. */
export async function lockHalls(context: Context): Promise<void> {
  await sql`select id from cinema_hall order by id for no key update`.execute(context.db)
}

const dayMilliseconds = 86_400_000

/** What a slot stands in the way of, as the hall's programme is now. */
export async function warningsAt(context: Context, slot: Slot): Promise<OfficeWarning[]> {
  const from = new Date(slot.startsAt.getTime() - dayMilliseconds)
  const to = new Date(slot.endsAt.getTime() + dayMilliseconds)
  const others = await readScreeningRows(
    context,
    sql`s.hall_id = ${slot.hallId} and s.starts_at between ${from} and ${to}`,
  )
  return warningsOf(await loadHouse(context), slot, others)
}

/** `clash`: two films in one hall at once; `cleaning`: too little time between them. */
export function warningsOf(
  house: Pick<House, 'halls'>,
  screening: Slot,
  others: readonly Slot[],
): OfficeWarning[] {
  if (screening.cancelledAt !== null) return []
  const cleaning = (house.halls.get(screening.hallId)?.cleaningMinutes ?? 0) * 60_000
  const warnings = new Set<OfficeWarning>()
  for (const other of others) {
    if (
      other.screeningId === screening.screeningId ||
      other.hallId !== screening.hallId ||
      other.cancelledAt !== null
    )
      continue
    const gap = Math.max(
      other.startsAt.getTime() - screening.endsAt.getTime(),
      screening.startsAt.getTime() - other.endsAt.getTime(),
    )
    if (gap < 0) warnings.add('clash')
    else if (gap < cleaning) warnings.add('cleaning')
  }
  return [...warnings].toSorted()
}
