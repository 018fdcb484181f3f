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
import type { CinemaScope } from './scope.ts'

/** What a screening takes of a hall. */
export type Slot = Pick<Screening, 'screeningId' | 'startsAt' | 'endsAt' | 'hallId' | 'cancelledAt'>

/** A screening of somebody's cinemas that nobody else changes until the transaction ends. */
export async function lockScreening(
  context: Context,
  scope: CinemaScope,
  screeningId: number,
): Promise<Screening | null> {
  const { rows } = await sql`
    select s.id from screening s join cinema c on c.id = s.cinema_id
    where s.id = ${screeningId} and ${isOf(scope)} for update of s`.execute(context.db)
  const [screening] = rows.length === 0 ? [] : await readScreenings(context, [screeningId])
  return screening ?? null
}

/** One of somebody's halls whose programme nobody else changes until the transaction ends; after the screening, never before it. */
export async function lockHall(
  context: Context,
  scope: CinemaScope,
  hallId: number,
): Promise<Hall | null> {
  const { rows } = await sql`
    select h.id from cinema_hall h join cinema c on c.id = h.cinema_id
    where h.id = ${hallId} and ${isOf(scope)} for no key update of h`.execute(context.db)
  return rows.length === 0 ? null : ((await loadHouse(context)).halls.get(hallId) ?? null)
}

/** The programmes of all of somebody's halls, in one order. */
export async function lockHalls(context: Context, scope: CinemaScope): Promise<void> {
  await sql`
    select h.id from cinema_hall h join cinema c on c.id = h.cinema_id
    where ${isOf(scope)} order by h.id for no key update of h`.execute(context.db)
}

/** A condition on `cinema c`. */
function isOf({ merchantId }: CinemaScope) {
  return merchantId === null ? sql`true` : sql`c.merchant_id = ${merchantId}`
}

const dayMilliseconds = 86_400_000

/** What a slot conflicts with, as the hall's programme is now. */
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
