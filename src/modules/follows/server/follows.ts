import type { z } from 'zod'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findRecipient, lockCustomer } from '#modules/accounts/server/public-api.ts'
import { readCatalogue } from '#modules/catalogue/server/public-api.ts'
import { readSaleAlerts } from '#modules/notifications/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { ownFollows, FollowView } from '../contract.ts'
import { customerOfKey } from './email-key.ts'
import {
  countFollows,
  deleteAllOf,
  deleteFollow,
  hasFollow,
  hasRefusedEmails,
  insertFollow,
  readFollows,
  saveEmailRefusal,
  type FollowRow,
} from './store.ts'
import { exportWatches } from './watches.ts'
import { listedEvent, listedShow, nameOfSubject, type Subject } from './subjects.ts'

/** Maximum number of follows of one customer. */
const followsMax = 200

/** Follows a publicly listed subject. Idempotent. */
export async function follow(
  context: Context,
  customerId: string,
  subject: Subject,
): Promise<Result<null, 'NotFound' | 'TooManyFollows'>> {
  const { kind: subjectKind, id: subjectId } = subject
  const name = await nameOfSubject(context, subject)
  if (!name) return fail('NotFound')
  return inTransaction(context, async (inside): Promise<Result<null, 'TooManyFollows'>> => {
    const row = { customerId, subjectKind, subjectId, name, followedAt: context.clock.now() }
    await lockCustomer(inside, customerId)
    if (await hasFollow(inside.db, row)) return ok(null)
    if ((await countFollows(inside.db, customerId)) >= followsMax) return fail('TooManyFollows')
    await insertFollow(inside.db, row)
    return ok(null)
  })
}

export async function unfollow(
  context: Context,
  customerId: string,
  { kind, id }: Subject,
): Promise<void> {
  await deleteFollow(context.db, { customerId, subjectKind: kind, subjectId: id })
}

/** The customer's follows, with current names where the subject is still listed and stored names otherwise. */
export async function listFollows(
  context: Context,
  customerId: string,
): Promise<Omit<z.output<typeof ownFollows.reply>, 'watches'>> {
  const [rows, alerts, isRefused, catalogue] = await Promise.all([
    readFollows(context.db, customerId),
    readSaleAlerts(context, customerId),
    hasRefusedEmails(context.db, customerId),
    readCatalogue(context.db),
  ])
  const { locale } = context
  const view = (row: FollowRow): FollowView => {
    const { subjectKind, subjectId } = row
    const listed = subjectKind === 'event' ? listedEvent(catalogue, subjectId) : undefined
    const venue = subjectKind === 'venue' ? catalogue.venuesById.get(subjectId) : undefined
    const show = subjectKind === 'show' ? listedShow(catalogue, subjectId) : listed?.show
    const place = venue?.city ?? listed?.event.venue.name
    return {
      subjectKind,
      subjectId,
      name: (show?.name ?? venue?.name ?? row.name)[locale],
      slug: show?.slug ?? venue?.slug ?? null,
      placeName: place?.[locale] ?? '',
      startsAt: listed?.event.startsAt.toISOString() ?? null,
      timeZone: listed?.event.venue.timeZone ?? null,
      followedAt: row.followedAt.toISOString(),
    }
  }
  return {
    follows: rows.map(view),
    saleAlerts: alerts.flatMap(({ showId, askedAt }) => {
      const show = catalogue.shows.get(showId)
      if (!show) return []
      return [{ showId, name: show.name[locale], slug: show.slug, askedAt: askedAt.toISOString() }]
    }),
    hasEmails: !isRefused,
  }
}

export async function setEmailPreference(
  context: Context,
  customerId: string,
  hasEmails: boolean,
): Promise<void> {
  await saveEmailRefusal(context.db, { customerId, hasEmails, at: context.clock.now() })
}

/** The customer of an email's unsubscribe link who still gets mail. */
async function recipientOfKey(context: Context, key: string): Promise<Result<string, 'NotFound'>> {
  const customerId = await customerOfKey(context, key)
  if (customerId === null || !(await findRecipient(context, customerId))) return fail('NotFound')
  return ok(customerId)
}

/** Whether the owner of an unsubscribe link gets emails about follows. */
export async function readEmailPreferenceByKey(
  context: Context,
  key: string,
): Promise<Result<boolean, 'NotFound'>> {
  const recipient = await recipientOfKey(context, key)
  if (!recipient.ok) return recipient
  return ok(!(await hasRefusedEmails(context.db, recipient.value)))
}

/** The same as `setEmailPreference`, authorised by the key of an email's unsubscribe link. */
export async function setEmailPreferenceByKey(
  context: Context,
  key: string,
  hasEmails: boolean,
): Promise<Result<null, 'NotFound'>> {
  const recipient = await recipientOfKey(context, key)
  if (!recipient.ok) return recipient
  const customerId = recipient.value
  await setEmailPreference(context, customerId, hasEmails)
  return ok(null)
}

/** The caller's stored follows and watches, for the data export. */
export async function exportFollows(
  context: Context,
): Promise<{ follows: readonly object[]; watches: readonly object[] }> {
  const { actor, db } = context
  if (actor.kind !== 'customer') return { follows: [], watches: [] }
  const rows = await readFollows(db, actor.customerId)
  return {
    follows: rows.map((row) => ({ ...row, name: row.name[context.locale] })),
    watches: await exportWatches(context, actor.customerId),
  }
}

export async function eraseFollows(context: Context, customerId: string): Promise<void> {
  await deleteAllOf(context.db, customerId)
}
