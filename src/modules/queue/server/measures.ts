/** How often each protection of a queue was applied; counts are written in batches. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { createRequestBatcher, type RequestBatcher } from '#platform/request-batcher.ts'
import type { queueMeasures } from '../operator-contract.ts'

export type QueueMeasure = (typeof queueMeasures)[number]

interface MeasureCount {
  readonly context: Context
  readonly queueId: number
  readonly measure: QueueMeasure
}

const batchMax = 5_000
const batchers = new WeakMap<Database, RequestBatcher<MeasureCount, void>>()

/** Counts an application of a measure. It is not awaited: a count lost when the process ends is acceptable. */
export function countMeasure(context: Context, queueId: number, measure: QueueMeasure): void {
  let batcher = batchers.get(context.db)
  if (!batcher) {
    batcher = createRequestBatcher({ batchMax, run: (_key, applied) => writeMeasures(applied) })
    batchers.set(context.db, batcher)
  }
  batcher
    .submit('measures', { context, queueId, measure })
    .catch((error: unknown) => context.log.warn({ err: error }, 'counting a measure failed'))
}

async function writeMeasures(applied: readonly MeasureCount[]): Promise<void[]> {
  const counts = new Map<string, MeasureCount & { count: number }>()
  for (const each of applied) {
    const key = `${each.queueId} ${each.measure}`
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { ...each, count: 1 })
  }
  const rows = [...counts.values()].toSorted(
    (left, right) => left.queueId - right.queueId || left.measure.localeCompare(right.measure),
  )
  const [first] = rows
  if (first)
    await sql`
      insert into waiting_room_measure (waiting_room_id, measure, count, last_at)
      select queue_id, measure, count, ${first.context.clock.now()} from unnest(
        ${rows.map(({ queueId }) => queueId)}::integer[], ${rows.map(({ measure }) => measure)}::text[],
        ${rows.map(({ count }) => count)}::integer[]) as applied (queue_id, measure, count)
      on conflict (waiting_room_id, measure) do update
        set count = waiting_room_measure.count + excluded.count, last_at = excluded.last_at
    `.execute(first.context.db)
  return applied.map(() => undefined)
}
