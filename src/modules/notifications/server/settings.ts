import type { z } from 'zod'
import type { notificationSettings } from '../contract.ts'
import { notificationKinds, type NotificationKind } from '../kinds.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { coarseNetworkOf } from '#modules/accounts/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { readChoices } from './choices.ts'
import type { NotificationPorts } from './ports.ts'
import type { BrowserSubscription } from './web-push.ts'

type View = z.output<typeof notificationSettings.reply>

/** Browsers of one customer; the one registered longest ago makes room. */
const subscriptionsMax = 20
const userAgentMax = 200

export async function readSettings(
  context: Context,
  ports: NotificationPorts,
  customerId: string,
): Promise<View> {
  const choices = await readChoices(context.db, customerId)
  const counts = await Promise.all(
    (['push_subscription', 'mobile_token'] as const).map((table) =>
      context.db
        .selectFrom(table)
        .select((select) => select.fn.countAll<string | number>().as('count'))
        .where('customer_id', '=', customerId)
        .executeTakeFirstOrThrow(),
    ),
  )
  return {
    kinds: notificationKinds.map((kind) => {
      const choice = choices.get(kind)
      return {
        kind,
        isAllowed: choice?.isAllowed ?? false,
        chosenAt: choice?.chosenAt.toISOString() ?? null,
      }
    }),
    publicKey: ports.webPush?.publicKey ?? null,
    deviceCount: counts.reduce((sum, { count }) => sum + Number(count), 0),
  }
}

/** Records a decision with time and network. Earlier decisions are not overwritten. */
export async function saveChoice(
  context: CallContext,
  customerId: string,
  choice: { readonly kind: NotificationKind; readonly isAllowed: boolean },
): Promise<void> {
  await context.db
    .insertInto('notification_choice')
    .values({
      customer_id: customerId,
      kind: choice.kind,
      is_allowed: choice.isAllowed,
      chosen_at: context.clock.now(),
      network: coarseNetworkOf(context.ip),
      user_agent: context.userAgent.slice(0, userAgentMax),
    })
    .execute()
}

/** Stores a browser's push subscription. A browser used by another customer is reassigned to them. */
export async function saveSubscription(
  context: Context,
  ports: NotificationPorts,
  customerId: string,
  given: BrowserSubscription,
): Promise<Result<null, 'BadRequest'>> {
  const message = 'Not a push service we send to'
  if (!ports.isAllowedEndpoint(given.endpoint))
    return fail('BadRequest', { fields: [{ path: 'body.endpoint', message }] })
  const point = Buffer.from(given.p256dh, 'base64url')
  const isKey = point.length === 65 && point[0] === 4
  if (!isKey || Buffer.from(given.auth, 'base64url').length !== 16)
    return fail('BadRequest', { fields: [{ path: 'body.keys', message: 'Not keys of a browser' }] })
  const row = {
    customer_id: customerId,
    p256dh: given.p256dh,
    auth: given.auth,
    locale: context.locale,
    created_at: context.clock.now(),
  }
  await context.db
    .insertInto('push_subscription')
    .values({ id: context.random.uuid(), endpoint: given.endpoint, ...row })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
    .execute()
  await context.db
    .deleteFrom('push_subscription')
    .where('id', 'in', (select) =>
      select
        .selectFrom('push_subscription')
        .select('id')
        .where('customer_id', '=', customerId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(subscriptionsMax),
    )
    .execute()
  return ok(null)
}

/** What is kept of the caller for notifications, for the file of their data: no key that a message could be sent with. */
export async function exportNotifications(context: Context): Promise<{
  readonly notifications: Readonly<Record<string, readonly object[]>>
}> {
  const { actor, db } = context
  const customerId = actor.kind === 'customer' ? actor.customerId : null
  const [choices, browsers, saleAlerts, notices] = await Promise.all([
    db
      .selectFrom('notification_choice')
      .select(['kind', 'is_allowed as isAllowed', 'chosen_at as chosenAt', 'network'])
      .select('user_agent as userAgent')
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('push_subscription')
      .select(['endpoint', 'locale', 'created_at as createdAt'])
      .where('customer_id', '=', customerId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('sale_alert')
      .select(['show_id as showId', 'created_at as createdAt'])
      .where('customer_id', '=', customerId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('notice')
      .select(['kind', 'subject', 'created_at as createdAt'])
      .where('customer_id', '=', customerId)
      .orderBy('id')
      .execute(),
  ])
  return { notifications: { choices, browsers, saleAlerts, notices } }
}

/** Erases the person's devices and requests; decisions remain, because their proof is legally required. */
export async function eraseNotifications(context: Context, customerId: string): Promise<void> {
  for (const table of ['push_subscription', 'sale_alert', 'notice'] as const)
    await context.db.deleteFrom(table).where('customer_id', '=', customerId).execute()
}

const retentionDays = 60

/** Deletes notices older than two months, which are never sent. */
export async function deleteNotices(context: Context): Promise<void> {
  const before = new Date(context.clock.now().getTime() - retentionDays * 86_400_000)
  await context.db.deleteFrom('notice').where('created_at', '<', before).execute()
}
