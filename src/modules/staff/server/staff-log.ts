import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'

type Facts = Readonly<Record<string, unknown>>

interface StaffChange {
  /** Module and verb: `staff.invite`. */
  readonly action: string
  /** Changed entity, kind and identifier: `event 101`. */
  readonly subject: string
  /** Previous values of the changed fields; never a secret, and of a buyer only an identifier. */
  readonly before?: Facts
  readonly after?: Facts
  /** Author of the change when the caller is not signed in as staff: an invited person, a scheduled job. */
  readonly by?: { readonly merchantId: number; readonly staffId: string | null }
}

/** Logs a change by an organiser's staff, in the transaction of the change. */
export async function logStaffChange(context: Context, change: StaffChange): Promise<void> {
  const { actor } = context
  const by = change.by ?? (actor.kind === 'staff' ? actor : null)
  invariant(by !== null, 'a logged change requires an author')
  await context.db
    .insertInto('staff_log')
    .values({
      merchant_id: by.merchantId,
      at: context.clock.now(),
      staff_id: by.staffId,
      api_key_id: actor.kind === 'staff' ? (actor.apiKey?.id ?? null) : null,
      action: change.action,
      subject: change.subject,
      before: JSON.stringify(change.before ?? {}),
      after: JSON.stringify(change.after ?? {}),
    })
    .execute()
}

export interface StaffLogFilter {
  /** All merchants when absent. */
  readonly merchantId?: number | undefined
  readonly staffId?: string | undefined
  /** Prefix of the action: `staff.` */
  readonly action?: string | undefined
  readonly subject?: string | undefined
  readonly from?: Date | undefined
  /** Exclusive. */
  readonly until?: Date | undefined
  /** Id before which entries are listed. */
  readonly before?: number | undefined
  readonly most: number
}

export interface StaffLogRow {
  readonly id: number
  readonly at: Date
  readonly merchantId: number
  readonly staffName: string | null
  /** Name of the API key that a program used. */
  readonly keyName: string | null
  readonly action: string
  readonly subject: string
  readonly before: Facts
  readonly after: Facts
}

/** Entries, newest first. */
export async function readStaffLog(
  context: Context,
  filter: StaffLogFilter,
): Promise<StaffLogRow[]> {
  const { merchantId, staffId, action, subject, from, until, before } = filter
  const { rows } = await sql<StaffLogRow>`
    select log.id::float8 as id, log.at, log.merchant_id as "merchantId", staff.full_name as "staffName",
      key.name as "keyName", log.action,
      log.subject, log.before, log.after
    from staff_log log left join staff on staff.id = log.staff_id left join staff_api_key key on key.id = log.api_key_id
    where (${merchantId ?? null}::integer is null or log.merchant_id = ${merchantId ?? null})
      and (${staffId ?? null}::uuid is null or log.staff_id = ${staffId ?? null})
      and (${action ?? null}::text is null or starts_with(log.action, ${action ?? null}))
      and (${subject ?? null}::text is null or log.subject = ${subject ?? null})
      and (${from ?? null}::timestamptz is null or log.at >= ${from ?? null})
      and (${until ?? null}::timestamptz is null or log.at < ${until ?? null})
      and (${before ?? null}::bigint is null or log.id < ${before ?? null})
    order by log.id desc limit ${filter.most}`.execute(context.db)
  return rows
}
