import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Locale } from '#kernel/locale.ts'
import { deleteAppToken } from '#modules/accounts/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { countOutcome } from '#platform/figures/outcome-counts.ts'
import { enqueue, PermanentFailure } from '#platform/jobs/jobs.ts'
import type { NotificationKind } from '../kinds.ts'
import { isNoticeAllowed } from './choices.ts'
import { composeNotice } from './compose.ts'
import { pushJob } from './jobs.ts'
import type { NoticeSubject } from './notify.ts'
import type { PushOutcome } from './outcome.ts'
import type { NotificationPorts } from './ports.ts'

/** Notices older than a day are dropped. */
const lifeSeconds = 24 * 3_600
/** Maximum number of retries requested by a service. */
const attemptsMax = 20

/** A device that is gone is nobody's fault: its message reached the service. */
const countedAs = { sent: 'sent', gone: 'sent', later: 'delayed', refused: 'refused' } as const

interface Waiting {
  readonly kind: NotificationKind
  readonly noticeKey: string
  readonly subject: NoticeSubject
  readonly createdAt: Date
  readonly locale: Locale
  readonly endpoint: string | null
  readonly p256dh: string | null
  readonly auth: string | null
}

/**
 * Job handler: sends one notice to one device in the language that the device was registered in. A repeated run sends
 * nothing twice, except after a crash between the service's acceptance and its record; the device then shows one, by
 * its tag. Notices that are disabled, deleted or a day old are not sent.
 */
export async function sendPush(
  context: Context,
  ports: NotificationPorts,
  payload: { readonly noticeId: number; readonly device: string; readonly attempt: number },
): Promise<void> {
  const waiting = await readWaiting(context, payload)
  if (!waiting) return
  const age = (context.clock.now().getTime() - waiting.createdAt.getTime()) / 1_000
  if (age > lifeSeconds) return
  const outcome = await send(context, ports, payload.device, waiting, lifeSeconds - age).catch(
    (error: unknown) => {
      countOutcome('message', 'push', 'away')
      throw error
    },
  )
  if (outcome) countOutcome('message', 'push', countedAs[outcome.kind])
  switch (outcome?.kind) {
    case 'sent':
      return markSent(context, payload)
    case 'gone':
      return deleteDevice(context, payload.device, waiting.endpoint)
    case 'later': {
      if (payload.attempt >= attemptsMax)
        throw new PermanentFailure('the push service asked too often to come again')
      const startAfter = new Date(context.clock.now().getTime() + outcome.seconds * 1_000)
      const attempt = payload.attempt + 1
      return enqueue(
        context,
        pushJob,
        { ...payload, attempt },
        { startAfter, singletonKey: `${payload.noticeId} ${payload.device} ${attempt}` },
      )
    }
    case 'refused':
      throw new PermanentFailure(outcome.why)
    case undefined:
  }
}

/** Null when there is nothing to carry it, or nothing to say any more. */
async function send(
  context: Context,
  { webPush, fcm }: NotificationPorts,
  device: string,
  waiting: Waiting,
  ttl: number,
): Promise<PushOutcome | null> {
  const { endpoint, p256dh, auth, locale } = waiting
  const words = await composeNotice(context, waiting, locale)
  if (!words) return null
  const tag = tagOf(waiting.noticeKey)
  const ttlSeconds = Math.ceil(ttl)
  if (endpoint !== null) {
    if (!webPush || p256dh === null || auth === null) return null
    const body = JSON.stringify({ ...words, tag, lang: locale })
    return webPush.send({ endpoint, p256dh, auth }, { body, ttlSeconds, topic: tag })
  }
  return fcm ? fcm.send({ token: device, ...words, tag, ttlSeconds }) : null
}

function tagOf(noticeKey: string): string {
  return createHash('sha256').update(noticeKey).digest('base64url').slice(0, 32)
}

/** What is to be sent, when it is not sent yet, still allowed, and the device still the customer's. */
async function readWaiting(
  context: Context,
  { noticeId, device }: { readonly noticeId: number; readonly device: string },
): Promise<Waiting | null> {
  const { rows } = await sql<Waiting>`
    select n.kind, n.notice_key as "noticeKey", n.subject, n.created_at as "createdAt",
      coalesce(s.locale, m.locale) as locale, s.endpoint, s.p256dh, s.auth
    from push_delivery d
    join notice n on n.id = d.notice_id
    left join push_subscription s on s.id::text = d.device and s.customer_id = n.customer_id
    left join customer_device m on m.token = d.device and m.customer_id = n.customer_id
    where d.notice_id = ${noticeId} and d.device = ${device} and d.sent_at is null
      and coalesce(s.locale, m.locale) is not null and ${isNoticeAllowed}
  `.execute(context.db)
  const [row] = rows
  return row ? { ...row, locale: row.locale === 'en' ? 'en' : 'ka' } : null
}

async function markSent(
  context: Context,
  { noticeId, device }: { readonly noticeId: number; readonly device: string },
): Promise<void> {
  await context.db
    .updateTable('push_delivery')
    .set({ sent_at: context.clock.now() })
    .where('notice_id', '=', noticeId)
    .where('device', '=', device)
    .execute()
}

async function deleteDevice(
  context: Context,
  device: string,
  endpoint: string | null,
): Promise<void> {
  if (endpoint !== null)
    await context.db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()
  else await deleteAppToken(context, device)
}
