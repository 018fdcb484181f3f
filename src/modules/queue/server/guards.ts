/** Statistics of a queue's protections for the operator's page. */
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { queueMeasures, type queueSteps, type QueueGuards } from '../operator-contract.ts'
import type { SuspectReason } from './suspicion.ts'

const suspectsMax = 50

export async function readGuards(
  context: Context,
  queueId: number,
): Promise<Result<QueueGuards, ErrorCode>> {
  const known = await sql`select 1 from waiting_room where id = ${queueId}`.execute(context.db)
  if (known.rows.length === 0) return fail('NotFound')
  const measures = await sql<{ measure: string; count: number; lastAt: Date }>`
    select measure, count, last_at as "lastAt" from waiting_room_measure
    where waiting_room_id = ${queueId}`.execute(context.db)
  const met = new Map(measures.rows.map((row) => [row.measure, row]))
  const { rows } = await sql<{
    suspectId: number
    device: string
    reasons: SuspectReason[]
    firstAt: Date
    lastAt: Date
    steps: number
  }>`
    select id as "suspectId", device_key::text as device, reasons, first_at as "firstAt",
      last_at as "lastAt", (select count(*)::integer from waiting_room_suspect_step step
        where step.suspect_id = suspect.id) as steps
    from waiting_room_suspect suspect where waiting_room_id = ${queueId}
    order by last_at desc, id desc limit ${suspectsMax}`.execute(context.db)
  const { queueJoinsFree = 0, queuePlacesPerNetwork = 0 } = context.bounds ?? {}
  return ok({
    measures: queueMeasures.map((measure) => ({
      measure,
      count: met.get(measure)?.count ?? 0,
      lastAt: met.get(measure)?.lastAt.toISOString() ?? null,
    })),
    placesPerNetworkMax: queuePlacesPerNetwork,
    joinsFree: queueJoinsFree,
    suspects: rows.map(({ firstAt, lastAt, ...row }) => ({
      ...row,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
  })
}

interface SuspectStep {
  readonly at: string
  readonly step: (typeof queueSteps)[number]
  readonly count: number
}

/** The recorded steps of one suspect; steps of one kind within a second are merged. */
export async function readSuspectSteps(
  context: Context,
  queueId: number,
  suspectId: number,
): Promise<Result<{ steps: SuspectStep[] }, ErrorCode>> {
  const known = await sql`
    select 1 from waiting_room_suspect where id = ${suspectId} and waiting_room_id = ${queueId}
  `.execute(context.db)
  if (known.rows.length === 0) return fail('NotFound')
  const { rows } = await sql<{ at: Date; step: SuspectStep['step'] }>`
    select at, step from waiting_room_suspect_step where suspect_id = ${suspectId} order by at, id
  `.execute(context.db)
  const steps: SuspectStep[] = []
  for (const { at, step } of rows) {
    const last = steps.at(-1)
    if (last?.step === step && at.getTime() - Date.parse(last.at) < 1_000)
      steps[steps.length - 1] = { ...last, count: last.count + 1 }
    else steps.push({ at: at.toISOString(), step, count: 1 })
  }
  return ok({ steps })
}
