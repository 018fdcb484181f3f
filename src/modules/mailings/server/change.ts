import { sql } from 'kysely'
import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { EntrancePorts } from '#modules/entrance/server/public-api.ts'
import { isOver, logStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import type { saveMailing } from '../contract.ts'
import { describeItems, ownItems } from './items.ts'
import { placeholderIn } from './placeholders.ts'
import { itemsOfMailing, readMailing, type Mailing } from './store.ts'

type StaffContext = Context & { readonly actor: StaffActor }

const eventSource = 'event'
/** Maximum number of drafts per organiser. */
const draftsMax = 50
const dayMilliseconds = 86_400_000
const weekDays = 7
/** Maximum number of mailings about an item within seven days. */
const perDateMax = 3
/** News may be sent until so many days after an item. */
const newsDaysAfter = 30
const aheadDaysMax = 90

async function lockOwn(
  context: StaffContext,
  mailingId: number,
): Promise<Result<Mailing, 'NotFound'>> {
  const { merchantId } = context.actor
  const mailing = await readMailing(context, { mailingId, merchantId }, { isLocked: true })
  return mailing ? ok(mailing) : fail('NotFound')
}

/** Creates or changes a mailing that is not scheduled or sent yet. */
export function writeMailing(
  context: StaffContext,
  ports: EntrancePorts,
  request: z.output<typeof saveMailing.body>,
): Promise<Result<number, ErrorCode>> {
  return inTransaction<Result<number, ErrorCode>>(context, async (opened) => {
    const inside = { ...opened, actor: context.actor }
    const { mailingId, kind, subjectKa, subjectEn, bodyKa, bodyEn } = request
    const ofEvents = request.eventIds.map((itemId) => ({ source: eventSource, itemId }))
    const named = [...ofEvents, ...request.items]
    const items = await ownItems(inside, ports, { actor: inside.actor, named })
    if (!items.ok) return items
    const events = items.value.filter(({ source }) => source === eventSource)
    const now = inside.clock.now()
    const values = {
      kind,
      items: JSON.stringify(items.value),
      // The previous release reads events only.
      event_ids: events.map(({ itemId }) => itemId),
      subject: JSON.stringify({ ka: subjectKa, en: subjectEn }),
      body: JSON.stringify({ ka: bodyKa, en: bodyEn }),
      updated_at: now,
    }
    if (mailingId !== undefined) {
      const mailing = await lockOwn(inside, mailingId)
      if (!mailing.ok) return mailing
      if (mailing.value.state !== 'draft') return fail('MailingOnItsWay')
      await inside.db.updateTable('mailing').set(values).where('id', '=', mailingId).execute()
      return ok(mailingId)
    }
    const { merchantId, staffId } = inside.actor
    await lockMailings(inside, merchantId)
    const drafts = await inside.db
      .selectFrom('mailing')
      .select('id')
      .where('merchant_id', '=', merchantId)
      .where('state', '=', 'draft')
      .limit(draftsMax)
      .execute()
    if (drafts.length === draftsMax) return fail('TooManyMailings')
    const written = await inside.db
      .insertInto('mailing')
      .values({ ...values, merchant_id: merchantId, created_by: staffId, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await logStaffChange(inside, {
      action: 'messages.write',
      subject: `mailing ${written.id}`,
      after: { kind, items: items.value },
    })
    return ok(written.id)
  })
}

/** Schedules a mailing. Of two concurrent attempts at the last mailing of a week, one succeeds. */
export function scheduleMailing(
  context: StaffContext,
  ports: EntrancePorts,
  request: { readonly mailingId: number; readonly sendAt?: string | undefined },
): Promise<Result<null, ErrorCode>> {
  return inTransaction<Result<null, ErrorCode>>(context, async (opened) => {
    const inside = { ...opened, actor: context.actor }
    // The limit includes mailings scheduled by others.
    await lockMailings(inside, inside.actor.merchantId)
    const mailing = await lockOwn(inside, request.mailingId)
    if (!mailing.ok) return mailing
    if (mailing.value.state !== 'draft') return fail('MailingOnItsWay')
    const { id, kind, items, subject, body } = mailing.value
    const name = placeholderIn([subject, body])
    if (name !== undefined) return fail('MailingPlaceholder', { name })
    const now = inside.clock.now()
    const requestedAt = request.sendAt === undefined ? now : new Date(request.sendAt)
    const sendAt = requestedAt < now ? now : requestedAt
    if (sendAt.getTime() - now.getTime() > aheadDaysMax * dayMilliseconds)
      return fail('BadRequest', {
        fields: [{ path: 'body.sendAt', message: `At most ${aheadDaysMax} days ahead` }],
      })
    const own = await ownItems(inside, ports, { actor: inside.actor, named: items })
    if (!own.ok) return own
    const described = await describeItems(inside, ports.tickets.orders, own.value)
    const graceDays = kind === 'news' ? newsDaysAfter : 0
    const then = new Date(sendAt.getTime() - graceDays * dayMilliseconds)
    if (described.some(({ about }) => isOver(about, then))) return fail('MailingDateOver')
    const { rows } = await sql<{ count: number }>`
      select coalesce(max(of_item.count), 0)::int as count
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (source text, "itemId" integer),
        lateral (select count(*) from mailing m
          where m.merchant_id = ${inside.actor.merchantId} and m.id <> ${id} and m.state <> 'draft'
          and (${itemsOfMailing}) @> jsonb_build_array(jsonb_build_object('source', item.source, 'itemId', item."itemId"))
          and m.send_at > ${sendAt}::timestamptz - make_interval(days => ${weekDays})
          and m.send_at < ${sendAt}::timestamptz + make_interval(days => ${weekDays})) as of_item`.execute(
      inside.db,
    )
    if ((rows[0]?.count ?? 0) >= perDateMax) return fail('MailingLimitReached')
    await sql`update mailing set state = 'scheduled', send_at = ${sendAt}, updated_at = ${now} where id = ${id}`.execute(
      inside.db,
    )
    await logStaffChange(inside, {
      action: 'messages.schedule',
      subject: `mailing ${id}`,
      after: { kind, items, sendAt: sendAt.toISOString() },
    })
    return ok(null)
  })
}

/** Cancels a mailing that has not begun to be sent. */
export function cancelMailing(
  context: StaffContext,
  mailingId: number,
): Promise<Result<null, ErrorCode>> {
  return inTransaction<Result<null, ErrorCode>>(context, async (opened) => {
    const inside = { ...opened, actor: context.actor }
    const mailing = await lockOwn(inside, mailingId)
    if (!mailing.ok) return mailing
    if (mailing.value.state !== 'scheduled') return fail('MailingOnItsWay')
    await sql`update mailing set state = 'draft', send_at = null where id = ${mailingId}`.execute(
      inside.db,
    )
    await logStaffChange(inside, { action: 'messages.cancel', subject: `mailing ${mailingId}` })
    return ok(null)
  })
}

/** Mailings of one organiser are counted by one transaction at a time. */
async function lockMailings({ db }: Pick<Context, 'db'>, merchantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('mailings'), ${merchantId})`.execute(db)
}
