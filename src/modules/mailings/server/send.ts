import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { notifyCustomers } from '#modules/notifications/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { readStaffAddress } from '#modules/staff/server/public-api.ts'
import { enqueue, PermanentFailure, type JobRun } from '#platform/jobs/jobs.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { unsubscribeKeyOf } from './addresses.ts'
import { mailingEmailJob } from './jobs.ts'
import { describeItems, type DescribingPorts } from './items.ts'
import { emailOf, renderMailing } from './mailing-email.ts'
import { recipientsOf, type Recipient } from './recipients.ts'
import {
  hasRefusedNews,
  holdsTicket,
  insertDelivery,
  moveDelivery,
  readHolders,
  readMailing,
  readNewsRefusals,
  type Mailing,
} from './store.ts'

/** Maximum number of orders per transaction. */
const ordersPerRound = 200

/**
 * Sweep: enqueues the messages of due mailings, some orders at a time. Progress is committed with the messages, so an
 * interrupted run continues where it stopped. Returns the number of messages.
 */
export async function sendDueMailings(context: Context, ports: DescribingPorts): Promise<number> {
  let sent = 0
  for (;;) {
    const round = await sendRound(context, ports)
    if (round === null) return sent
    sent += round
  }
}

async function sendRound(context: Context, ports: DescribingPorts): Promise<number | null> {
  let messageCount: number | null = null
  await inTransaction(context, async (inside) => {
    const { rows } = await sql<{ id: number }>`
      select id from mailing where state in ('scheduled', 'sending') and send_at <= ${inside.clock.now()}
      order by send_at, id limit 1 for update skip locked`.execute(inside.db)
    const [due] = rows
    const mailing = due && (await readMailing(inside, { mailingId: due.id }))
    if (!mailing) return ok(null)
    const from = { after: mailing.lastOrderId, most: ordersPerRound }
    const holders = await readHolders(inside, mailing.items, from)
    const recipients = await recipientsOf(inside, holders)
    messageCount = await enqueueEmails(inside, ports, { mailing, recipients })
    const last = holders.at(-1)?.orderId
    await sql`
      update mailing set state = ${last === undefined ? 'sent' : 'sending'},
        last_order_id = ${last ?? mailing.lastOrderId}, updated_at = ${inside.clock.now()}
      where id = ${mailing.id}`.execute(inside.db)
    return ok(null)
  })
  return messageCount
}

async function enqueueEmails(
  context: Context,
  ports: DescribingPorts,
  { mailing, recipients }: { readonly mailing: Mailing; readonly recipients: readonly Recipient[] },
): Promise<number> {
  const addressHashes = recipients.map(({ addressHash }) => addressHash)
  const refusals =
    mailing.kind === 'news' ? await readNewsRefusals(context, mailing, addressHashes) : new Map()
  const notified: Recipient[] = []
  for (const recipient of recipients) {
    const { addressHash, orderId, customerId } = recipient
    const reason = refusals.get(addressHash.toString('hex')) ?? null
    const isNew = await insertDelivery(context, {
      mailingId: mailing.id,
      addressHash,
      orderId,
      reason,
    })
    if (!isNew || reason !== null) continue
    notified.push(recipient)
    await enqueue(
      context,
      mailingEmailJob,
      { mailingId: mailing.id, orderId, ...(customerId !== null && { customerId }) },
      { singletonKey: `${mailing.id} ${addressHash.toString('hex')}` },
    )
  }
  await notifyDevices(context, ports, { mailing, recipients: notified })
  return notified.length
}

/** Push notifications contain the subject only, and are sent only with consent. */
async function notifyDevices(
  context: Context,
  ports: DescribingPorts,
  { mailing, recipients }: { readonly mailing: Mailing; readonly recipients: readonly Recipient[] },
): Promise<void> {
  const [first] = await describeItems(context, ports, mailing.items.slice(0, 1))
  const { ka, en } = mailing.subject
  if (!first) return
  await notifyCustomers(context, {
    key: `mailing ${mailing.id}`,
    kind: 'organiser',
    subject: { letter: { name: first.about.name, subject: { ka: ka || en, en: en || ka } } },
    customerIds: [...new Set(recipients.flatMap(({ accountId }) => accountId ?? []))],
  })
}

/**
 * Job handler: sends one message. Recipients whose tickets have ended, or who have unsubscribed, get none. The outcome
 * is recorded in the delivery log of the mailing.
 */
export async function writeMailingEmail(
  context: Context,
  mailer: Mailer,
  payload: { readonly mailingId: number; readonly orderId: number; readonly customerId?: string },
  ports: DescribingPorts,
): Promise<void> {
  const { mailingId, orderId, customerId = null } = payload
  const mailing = await readMailing(context, { mailingId })
  const [recipient] = await recipientsOf(context, [{ orderId, customerId }])
  if (!mailing || !recipient) return
  const { merchantId, kind } = mailing
  const { addressHash, email, locale } = recipient
  const skip = (reason: 'refused' | 'no-ticket') =>
    moveDelivery(context, { mailingId, addressHash }, { state: 'skipped', reason })
  if (!(await holdsTicket(context, mailing.items, recipient))) return skip('no-ticket')
  const isNews = kind === 'news'
  if (isNews && (await hasRefusedNews(context, { merchantId, addressHash }))) return skip('refused')
  const letterKey = isNews ? await unsubscribeKeyOf(context, { merchantId, addressHash }) : null
  const words = await renderMailing(context, ports, { mailing, locale })
  try {
    const id = `mailing-${mailingId}-${addressHash.toString('hex')}`
    await mailer.send(emailOf(context, words, { to: email, letterKey }), id)
  } catch (error) {
    if (error instanceof PermanentFailure)
      await moveDelivery(context, { mailingId, addressHash }, { state: 'failed' })
    throw error
  }
  await moveDelivery(context, { mailingId, addressHash }, { state: 'sent' })
}

/** Job handler: sends a test message to the person who requested it. */
export async function writeTestEmail(
  context: Context,
  mailer: Mailer,
  payload: {
    readonly mailingId: number
    readonly staffId: string
    readonly locale: 'ka' | 'en'
  },
  { id, ports }: Pick<JobRun, 'id'> & { readonly ports: DescribingPorts },
): Promise<void> {
  const mailing = await readMailing(context, { mailingId: payload.mailingId })
  const to = await readStaffAddress(context, payload.staffId)
  if (!mailing || to === null) return
  const words = await renderMailing(context, ports, { mailing, locale: payload.locale })
  await mailer.send(emailOf(context, words, { to, letterKey: null }), `mailing-test-${id}`)
}

/** Retention of delivery records in days. */
const retentionDays = 400

/** Sweep: deletes old delivery records. */
export async function deleteDeliveriesOfMailings(context: Context): Promise<void> {
  const before = new Date(context.clock.now().getTime() - retentionDays * 86_400_000)
  await sql`delete from mailing_delivery where changed_at < ${before} and state <> 'waiting'`.execute(
    context.db,
  )
}
