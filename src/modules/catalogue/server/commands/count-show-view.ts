import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { createRequestBatcher, type RequestBatcher } from '#platform/request-batcher.ts'
import { firstListed, type CataloguePorts } from '../listed-source.ts'
import { localDate } from '../rules.ts'
import { readCatalogue } from '../snapshot.ts'

/** Maximum number of views in one statement. */
const viewsTogetherMax = 1_000

/** Before the number of a show that is not the catalogue's own. */
const listedKey = 'listed '

const batchers = new WeakMap<Database, RequestBatcher<string, boolean>>()

/**
 * Counts a view of a show's page on this day in Tbilisi, the page of a film included. Concurrent views are counted in
 * one statement.
 *
 * @returns false when there is no such show
 */
export async function countShowView(
  context: Context,
  ports: CataloguePorts,
  showId: number,
): Promise<boolean> {
  const { shows } = await readCatalogue(context.db)
  const isListed =
    !shows.has(showId) &&
    (await firstListed(ports, (source) => source.findShow(context, showId))) !== null
  let batcher = batchers.get(context.db)
  if (!batcher) {
    const { db } = context
    batcher = createRequestBatcher<string, boolean>({
      batchMax: viewsTogetherMax,
      run: (show, days) => countTogether(db, `${show}`, days),
    })
    batchers.set(context.db, batcher)
  }
  return batcher.submit(
    isListed ? `${listedKey}${showId}` : `${showId}`,
    localDate(context.clock.now(), 'Asia/Tbilisi'),
  )
}

async function countTogether(
  db: Database,
  show: string,
  days: readonly string[],
): Promise<boolean[]> {
  const isListed = show.startsWith(listedKey)
  const showId = Number(isListed ? show.slice(listedKey.length) : show)
  let isKnown = true
  for (const [day, views] of Map.groupBy(days, (each) => each)) {
    const result = await sql`
      insert into show_view (show_id, day, count)
      select ${showId}::integer, ${day}::date, ${views.length}::integer
      where ${isListed} or exists (select from show where id = ${showId})
      on conflict (show_id, day) do update set count = show_view.count + excluded.count
    `.execute(db)
    isKnown = result.numAffectedRows === 1n
  }
  return days.map(() => isKnown)
}
