import { invariant } from '#kernel/result.ts'
import type { Context } from './context.ts'
import { defineJob, enqueue } from './jobs/jobs.ts'

/** Tells organisers what an operator did to something of theirs. */
export const operatorActionJob = defineJob<{ readonly logId: number }>('operator-action')

/** Actions that change nothing of anybody's. */
const readings: ReadonlySet<string> = new Set([
  'operator.look-up',
  'operator.list-orders',
  'operator.resend-messages',
  'orders.export-extras',
  'payments.compare',
  'promotions.export-codes',
])

/**
 * Records an operator's change in the transaction of the change. Organisers whose things are named by the subject or the
 * detail are told of it: an event, an order and the like, or `merchantIds`.
 *
 * @param entry.action module and verb: `catalogue.change-event`
 * @param entry.subject what was changed, kind and identifier: `event 101`
 * @param entry.operatorId for work that continues after the operator's call, such as a job
 * @param entry.detail details for later review; never a secret
 */
export async function logOperatorAction(
  context: Context,
  entry: {
    readonly action: string
    readonly subject: string
    readonly operatorId?: string | null
    readonly detail?: Readonly<Record<string, unknown>>
  },
): Promise<void> {
  const { actor } = context
  const caller = actor.kind === 'customer' && actor.isOperator ? actor.customerId : null
  const operatorId = caller ?? (actor.kind === 'system' ? (entry.operatorId ?? null) : null)
  invariant(operatorId !== null || actor.kind === 'system', 'Only an operator is written down')
  const { id } = await context.db
    .insertInto('operator_log')
    .values({
      at: context.clock.now(),
      operator_id: operatorId,
      action: entry.action,
      subject: entry.subject,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Seeds and the command line are no operator.
  if (operatorId === null || readings.has(entry.action)) return
  await enqueue(context, operatorActionJob, { logId: id }, { singletonKey: String(id) })
}

/** One entry as it was written; null when there is none. */
export async function readOperatorEntry({ db }: Pick<Context, 'db'>, id: number) {
  const row = await db
    .selectFrom('operator_log')
    .select(['id', 'at', 'action', 'subject', 'detail'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Entries as they were written, the newest first: `most` of them, before the one that is named, of one subject or all. */
export async function readOperatorLog(
  context: Context,
  {
    before,
    most,
    subject,
  }: {
    readonly before?: number | undefined
    readonly most: number
    readonly subject?: string
  },
) {
  let query = context.db
    .selectFrom('operator_log')
    .select(['id', 'at', 'operator_id', 'action', 'subject', 'detail'])
    .orderBy('id', 'desc')
    .limit(most)
  if (before !== undefined) query = query.where('id', '<', before)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  return query.execute()
}
