/**
 * Visitors that behave like programs. Recent steps of every device are held in memory; once a device is suspected, they
 * and all later steps are stored. The only consequence is more proof of work, because people may be suspected wrongly.
 */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { callerKeys, type CallerKeys } from '#platform/callers.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import type { queueSteps, suspectReasons } from '../operator-contract.ts'
import { countMeasure } from './measures.ts'

export type SuspectReason = (typeof suspectReasons)[number]
type QueueStep = (typeof queueSteps)[number]

interface Step {
  readonly at: Date
  readonly step: QueueStep
}

const devicesMax = 20_000
const stepsInMemoryMax = 40
const deviceMilliseconds = 15 * 60_000
/** Maximum number of stored steps of one suspect. */
const storedStepsMax = 500
const suspectCacheMilliseconds = 2_000
/** Maximum joins of one device; a family or an office sharing an address stays far below. */
const joinsMax = 12
/** `stepsInMemoryMax` polls within this time are faster than any page of ours. */
const pollWindowMilliseconds = 4_000

const stepCaches = new WeakMap<Database, LRUCache<string, Step[]>>()

function stepCacheOf({ db }: Pick<Context, 'db'>): LRUCache<string, Step[]> {
  let found = stepCaches.get(db)
  if (!found) {
    found = new LRUCache({ max: devicesMax, ttl: deviceMilliseconds })
    stepCaches.set(db, found)
  }
  return found
}

/** Devices under suspicion, by queue; processes learn of a new one within two seconds. */
const suspectsOf = createTtlCache<number, ReadonlyMap<string, number>>({
  milliseconds: suspectCacheMilliseconds,
  most: 200,
  read: async (context, queueId) => {
    const { rows } = await sql<{ id: number; device: string }>`
      select id, device_key::text as device from waiting_room_suspect
      where waiting_room_id = ${queueId}`.execute(context.db)
    return new Map(rows.map(({ id, device }) => [device, id]))
  },
})

export async function isSuspect(context: Context, queueId: number): Promise<boolean> {
  const keys = await callerKeys(context)
  return keys !== null && (await suspectsOf(context, queueId)).has(keys.device)
}

/** Records a visitor's last step in memory; steps of suspicious visitors are stored. */
export async function recordStep(
  context: Context,
  queueId: number,
  step: QueueStep,
): Promise<void> {
  const keys = await callerKeys(context)
  if (!keys) return
  const steps = addStep(context, queueId, keys, step)
  const joins = steps.filter((each) => each.step === 'join').length
  if (joins > joinsMax) return markSuspect(context, queueId, 'many-places')
  if (isPollingTooFast(steps)) return markSuspect(context, queueId, 'too-often')
  const suspectId = (await suspectsOf(context, queueId)).get(keys.device)
  if (suspectId !== undefined) await writeSteps(context, suspectId, steps.splice(0))
}

/** Marks the caller as suspicious and stores their steps so far. */
export async function markSuspect(
  context: Context,
  queueId: number,
  reason: SuspectReason,
): Promise<void> {
  const keys = await callerKeys(context)
  if (!keys) return
  countMeasure(context, queueId, reason)
  const now = context.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into waiting_room_suspect (waiting_room_id, device_key, network_key, reasons, first_at, last_at)
    values (${queueId}, ${keys.device}::bigint, ${keys.network}::bigint, array[${reason}::text], ${now}, ${now})
    on conflict (waiting_room_id, device_key) do update set last_at = excluded.last_at,
      reasons = case when ${reason}::text = any(waiting_room_suspect.reasons) then waiting_room_suspect.reasons
        else waiting_room_suspect.reasons || ${reason}::text end
    returning id`.execute(context.db)
  const id = rows[0]?.id
  const steps = addStep(context, queueId, keys, reason)
  if (id !== undefined) await writeSteps(context, id, steps.splice(0))
}

function addStep(
  context: Context,
  queueId: number,
  { device }: CallerKeys,
  step: QueueStep,
): Step[] {
  const cache = stepCacheOf(context)
  const key = `${queueId} ${device}`
  const steps = cache.get(key) ?? []
  steps.push({ at: context.clock.now(), step })
  if (steps.length > stepsInMemoryMax) steps.shift()
  cache.set(key, steps)
  return steps
}

/** Whether the last polls followed each other without pauses. */
function isPollingTooFast(steps: readonly Step[]): boolean {
  const polls = steps.filter(({ step }) => step === 'look')
  const [first] = polls
  const last = polls.at(-1)
  if (!first || !last || polls.length < stepsInMemoryMax) return false
  return last.at.getTime() - first.at.getTime() < pollWindowMilliseconds
}

async function writeSteps(
  context: Context,
  suspectId: number,
  steps: readonly Step[],
): Promise<void> {
  if (steps.length === 0) return
  await sql`
    insert into waiting_room_suspect_step (suspect_id, at, step)
    select ${suspectId}, at, step from unnest(
      ${steps.map(({ at }) => at)}::timestamptz[], ${steps.map(({ step }) => step)}::text[]) as done (at, step)
    where (select count(*) from waiting_room_suspect_step where suspect_id = ${suspectId}) < ${storedStepsMax}
  `.execute(context.db)
}

/** Days after a suspect's last step until it is deleted. */
const retentionDays = 30

export async function deleteOldSuspects(context: Context): Promise<number> {
  const before = new Date(context.clock.now().getTime() - retentionDays * 86_400_000)
  const result = await sql`delete from waiting_room_suspect where last_at < ${before}`.execute(
    context.db,
  )
  return Number(result.numAffectedRows ?? 0)
}
