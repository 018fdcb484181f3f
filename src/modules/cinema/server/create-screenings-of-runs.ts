import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** Number of days, from today on, for which screenings are created. */
export const daysAhead = 14

/**
 * Creates the screenings of all runs for the coming days; existing ones stay unchanged. Idempotent, also for concurrent
 * workers. Returns the number of created screenings.
 */
export async function createScreeningsOfRuns(context: Context): Promise<number> {
  const now = context.clock.now()
  const { numAffectedRows } = await sql`
    insert into screening (film_id, cinema_id, hall_id, layout_digest, price_group_id, run_id, business_date,
      starts_at, film_starts_at, ends_at, format, language, subtitles, sales_close_at)
    select r.film_id, c.id, h.id, h.layout_digest, r.price_group_id, r.id, day::date, at.starts,
      at.starts + r.advertising_minutes * interval '1 minute',
      at.starts + (r.advertising_minutes + f.runtime_minutes) * interval '1 minute',
      r.format, r.language, r.subtitles, at.starts + interval '20 minutes'
    from cinema_run r
      join cinema_hall h on h.id = r.hall_id
      join cinema c on c.id = h.cinema_id
      join film f on f.id = r.film_id,
      generate_series(0, ${daysAhead - 1}::int) as ahead,
      lateral (select ((${now}::timestamptz at time zone c.time_zone)::date + ahead)::timestamp as day) as of_day,
      lateral (select (day + r.start_minute * interval '1 minute') at time zone c.time_zone as starts) as at
    where day::date >= r.from_date and (r.until_date is null or day::date <= r.until_date)
      and (r.weekdays >> (extract(isodow from day)::int - 1)) & 1 = 1
    on conflict (run_id, business_date) do nothing`.execute(context.db)
  return Number(numAffectedRows ?? 0)
}
