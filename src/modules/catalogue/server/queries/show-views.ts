import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { addDays, localDate } from '../rules.ts'

const daysShown = 30

/** Views of a show on each of the last days, days without any included. */
export async function readShowViews(
  context: Context,
  showId: number,
): Promise<{ day: string; count: number }[]> {
  const today = localDate(context.clock.now(), 'Asia/Tbilisi')
  const first = addDays(today, 1 - daysShown)
  const { rows } = await sql<{ day: string; count: number }>`
    select day::text, count from show_view
    where show_id = ${showId} and day between ${first}::date and ${today}::date`.execute(context.db)
  const counts = new Map(rows.map(({ day, count }) => [day, count]))
  return Array.from({ length: daysShown }, (_, index) => {
    const day = addDays(first, index)
    return { day, count: counts.get(day) ?? 0 }
  })
}
