/** Tests whether earlier visitors were favoured: the Kolmogorov–Smirnov test, and the order of admission. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

export interface Fairness {
  /** Number of visitors who joined before the opening, and of those admitted. */
  readonly early: number
  readonly admitted: number
  /** Largest distance between the arrival distributions of admitted and all visitors; 0 is none. */
  readonly distance: number
  /** Probability of at least this distance by chance. */
  readonly probability: number
  /** Number of pairs of late visitors admitted in reverse order. */
  readonly overtaken: number
  /** Share of admitted visitors by tenths of arrival, the first tenth first. */
  readonly tenths: readonly number[]
}

export async function measureFairness(context: Context, queueId: number): Promise<Fairness> {
  const { rows } = await sql<{ place: number; early: number }>`
    select place::float8, early::integer from (
      select admitted_at, (row_number() over (order by id) - 0.5) / count(*) over () as place,
        count(*) over () as early
      from waiting_room_token where waiting_room_id = ${queueId} and draw is not null) token
    where admitted_at is not null`.execute(context.db)
  const late = await sql<{ overtaken: number }>`
    select count(*)::integer as overtaken from (
      select id, max(id) over (order by admitted_at, id rows between unbounded preceding and 1 preceding)
        as highest
      from waiting_room_token
      where waiting_room_id = ${queueId} and draw is null and admitted_at is not null) token
    where highest > id`.execute(context.db)
  const total = await sql<{ early: number }>`
    select count(*)::integer as early from waiting_room_token
    where waiting_room_id = ${queueId} and draw is not null`.execute(context.db)
  const places = rows.map(({ place }) => place)
  const distance = distanceFromUniform(places)
  return {
    early: total.rows[0]?.early ?? 0,
    admitted: places.length,
    distance,
    probability: probabilityOf(distance, places.length),
    overtaken: late.rows[0]?.overtaken ?? 0,
    tenths: Array.from(
      { length: 10 },
      (_, tenth) => places.filter((place) => Math.floor(place * 10) === tenth).length,
    ),
  }
}

/** Two-sided distance between numbers in 0..1 and the uniform distribution. */
export function distanceFromUniform(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted.reduce(
    (most, value, place) =>
      Math.max(most, (place + 1) / sorted.length - value, value - place / sorted.length),
    0,
  )
}

/** Kolmogorov's limit distribution: the probability of at least this distance for this sample size. */
export function probabilityOf(distance: number, count: number): number {
  const root = Math.sqrt(count)
  const scaled = (root + 0.12 + 0.11 / Math.max(root, 1)) * distance
  if (scaled < 0.3) return 1
  let sum = 0
  for (let term = 1; term <= 100; term += 1)
    sum += 2 * (-1) ** (term - 1) * Math.exp(-2 * term ** 2 * scaled ** 2)
  return Math.min(1, Math.max(0, sum))
}
