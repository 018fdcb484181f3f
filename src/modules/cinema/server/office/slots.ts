/** Occupied times of halls: conflicts, and locks for changes of the programme. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { OfficeWarning } from '../../office-contract.ts'
import {
  loadReferenceData,
  readScreeningRows,
  readScreenings,
  type Hall,
  type ReferenceData,
  type Screening,
} from '../programme.ts'
import type { CinemaScope } from './scope.ts'

/** The time of a hall that a screening occupies. */
export type Slot = Pick<Screening, 'screeningId' | 'startsAt' | 'endsAt' | 'hallId' | 'cancelledAt'>

/** A screening of the scope, locked until the transaction ends. */
export async function lockScreening(
  context: Context,
  scope: CinemaScope,
  screeningId: number,
): Promise<Screening | null> {
  const { rows } = await sql`
    select s.id from screening s join cinema c on c.id = s.cinema_id
    where s.id = ${screeningId} and ${isInScope(scope)} for update of s`.execute(context.db)
  const [screening] = rows.length === 0 ? [] : await readScreenings(context, [screeningId])
  return screening ?? null
}

/** A hall of the scope whose programme is locked until the transaction ends. Screenings are locked before halls. */
export async function lockHall(
  context: Context,
  scope: CinemaScope,
  hallId: number,
): Promise<Hall | null> {
  const { rows } = await sql`
    select h.id from cinema_hall h join cinema c on c.id = h.cinema_id
    where h.id = ${hallId} and ${isInScope(scope)} for no key update of h`.execute(context.db)
  return rows.length === 0 ? null : ((await loadReferenceData(context)).halls.get(hallId) ?? null)
}

/** Locks the programmes of all halls of the scope, in a fixed order. */
export async function lockHalls(context: Context, scope: CinemaScope): Promise<void> {
  await sql`
    select h.id from cinema_hall h join cinema c on c.id = h.cinema_id
    where ${isInScope(scope)} order by h.id for no key update of h`.execute(context.db)
}

/** A condition on `cinema c`: it belongs to the scope. */
function isInScope({ merchantId }: CinemaScope) {
  return merchantId === null ? sql`true` : sql`c.merchant_id = ${merchantId}`
}

const dayMilliseconds = 86_400_000

/** The conflicts of a slot with the hall's current programme. */
export async function warningsAt(context: Context, slot: Slot): Promise<OfficeWarning[]> {
  const from = new Date(slot.startsAt.getTime() - dayMilliseconds)
  const to = new Date(slot.endsAt.getTime() + dayMilliseconds)
  const others = await readScreeningRows(
    context,
    sql`s.hall_id = ${slot.hallId} and s.starts_at between ${from} and ${to}`,
  )
  return warningsOf(await loadReferenceData(context), slot, others)
}

/** `clash`: screenings of one hall overlap; `cleaning`: too little time between them. */
export function warningsOf(
  reference: Pick<ReferenceData, 'halls'>,
  screening: Slot,
  others: readonly Slot[],
): OfficeWarning[] {
  if (screening.cancelledAt !== null) return []
  const cleaning = (reference.halls.get(screening.hallId)?.cleaningMinutes ?? 0) * 60_000
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
