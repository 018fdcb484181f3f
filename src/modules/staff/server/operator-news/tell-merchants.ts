/** Tells organisers what operators did to their things: in their log of changes at once, by e-mail a few minutes later. */
import { sql } from 'kysely'
import { keyOfItem, keysOfFacts } from '#kernel/log-keys.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { defineMessageJob, enqueue } from '#platform/jobs/jobs.ts'
import { readMerchantsOf, type LogNamer } from '#platform/log-names.ts'
import { readOperatorEntry } from '#platform/operator-log.ts'
import { logStaffChange } from '../staff-log.ts'

/** One e-mail has everything that was done in such a span. */
const windowMinutes = 5
const windowMilliseconds = windowMinutes * 60_000

type Facts = Readonly<Record<string, unknown>>

/** One e-mail to one person about the news of one span, by its first instant. */
export interface NewsLetter {
  readonly merchantId: number
  readonly staffId: string
  readonly from: string
}

export const operatorNewsJob = defineMessageJob<NewsLetter>('operator-news')

/** The first instant after a span. */
export function endOfWindow(from: Date): Date {
  return new Date(from.getTime() + windowMilliseconds)
}

/** Job handler: tells each organiser once of one entry of the operators' log. */
export async function tellMerchants(
  context: Context,
  namers: readonly LogNamer[],
  { logId }: { readonly logId: number },
): Promise<void> {
  const entry = await readOperatorEntry(context, logId)
  if (!entry) return
  const detail = (entry.detail ?? {}) as Facts
  const merchantIds = new Set([
    ...(await readMerchantsOf(context, namers, keysOf(entry.subject, detail))),
    ...namedMerchants(detail),
  ])
  for (const merchantId of merchantIds)
    await inTransaction(context, async (inside) => {
      const now = inside.clock.now()
      const told = await sql`
        insert into operator_news (log_id, merchant_id, told_at) values (${logId}, ${merchantId}, ${now})
        on conflict do nothing`.execute(inside.db)
      if (told.numAffectedRows === 0n) return ok(null)
      const { merchantIds: _, ...after } = detail
      const { action, subject } = entry
      await logStaffChange(inside, { action, subject, after, by: { merchantId, staffId: null } })
      await sendLetters(inside, merchantId)
      return ok(null)
    })
}

/** What an entry names: its subject, what a queue is for, what a rule is about, and the things of its fields. */
function keysOf(subject: string, detail: Facts): string[] {
  const about = detail['about']
  const groups = [subject, about].flatMap((text) => groupIn(text) ?? [])
  return [
    subject,
    ...(subject.startsWith('queue ') ? [subject.slice('queue '.length)] : []),
    ...(typeof about === 'string' ? [about] : []),
    ...groups,
    ...[keyOfItem(detail)].flatMap((key) => key ?? []),
    ...keysOfFacts(detail),
  ]
}

/** Kinds of the groups of a source, as queues and rules name them: `event group 12` is a show. */
const kindOfGroup: Readonly<Record<string, string>> = { event: 'show', transport: 'line' }

function groupIn(text: unknown): string | null {
  const [, source = '', id] = /^(?:queue )?([a-z]+) group (\d+)$/.exec(String(text)) ?? []
  const kind = kindOfGroup[source]
  return kind === undefined || id === undefined ? null : `${kind} ${id}`
}

function namedMerchants({ merchantId, merchantIds }: Facts): number[] {
  const all = [merchantId, ...(Array.isArray(merchantIds) ? merchantIds : [])]
  return all.filter((id) => typeof id === 'number')
}

/** Whoever manages the organiser's shows and orders is written to, once for each span. */
async function sendLetters(context: Context, merchantId: number): Promise<void> {
  const now = context.clock.now().getTime()
  const from = new Date(now - (now % windowMilliseconds))
  const staff = await context.db
    .selectFrom('staff')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('role', 'in', ['owner', 'manager'])
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id: staffId } of staff)
    await enqueue(
      context,
      operatorNewsJob,
      { merchantId, staffId, from: from.toISOString() },
      { singletonKey: `${staffId} ${from.toISOString()}`, startAfter: endOfWindow(from) },
    )
}
