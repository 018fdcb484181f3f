import { sql } from 'kysely'
import { readEventFacts } from '#modules/catalogue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { DeliveryView, MailingLine, MailingView } from '../contract.ts'
import { wordsOfLetter } from './letter.ts'
import {
  countDeliveries,
  countHolders,
  listMailingRows,
  type Counts,
  type Mailing,
} from './store.ts'

type Facts = Awaited<ReturnType<typeof readEventFacts>>

function presentLine(
  { locale }: Context,
  mailing: Mailing,
  { facts, counts }: { readonly facts: Facts; readonly counts: Counts | undefined },
): MailingLine {
  const { id, kind, subject, state, sendAt, eventIds } = mailing
  return {
    mailingId: id,
    kind,
    subject,
    state,
    sendAt: sendAt?.toISOString() ?? null,
    dates: facts
      .filter(({ eventId }) => eventIds.includes(eventId))
      .map(({ eventId, name, startsAt, timeZone }) => ({
        eventId,
        name: name[locale],
        startsAt: startsAt.toISOString(),
        timeZone,
      })),
    counts: counts ?? { waiting: 0, sent: 0, failed: 0, skipped: 0 },
  }
}

/** Letters of an organiser, the newest first. */
export async function listMailings(context: Context, merchantId: number): Promise<MailingLine[]> {
  const mailings = await listMailingRows(context, merchantId)
  const facts = await readEventFacts(context, [
    ...new Set(mailings.flatMap(({ eventIds }) => eventIds)),
  ])
  const counts = await countDeliveries(
    context,
    mailings.map(({ id }) => id),
  )
  return mailings.map((mailing) =>
    presentLine(context, mailing, { facts, counts: counts.get(mailing.id) }),
  )
}

/** One letter as its readers see it. */
export async function showMailing(context: Context, mailing: Mailing): Promise<MailingView> {
  const facts = await readEventFacts(context, mailing.eventIds)
  const counts = (await countDeliveries(context, [mailing.id])).get(mailing.id)
  const words = [
    await wordsOfLetter(context, mailing, 'ka'),
    await wordsOfLetter(context, mailing, 'en'),
  ]
  return {
    ...presentLine(context, mailing, { facts, counts }),
    body: mailing.body,
    preview: words.map(({ paragraphs, ...rest }) => ({ ...rest, paragraphs: [...paragraphs] })),
    holderCount: await countHolders(context, mailing.eventIds),
  }
}

const deliveriesPerPage = 100

export async function listDeliveryRows(
  context: Context,
  {
    mailingId,
    state = null,
    offset,
  }: {
    readonly mailingId: number
    readonly state?: DeliveryView['state'] | null | undefined
    readonly offset: number
  },
): Promise<{ items: DeliveryView[]; next: number | null }> {
  const { rows } = await sql<Omit<DeliveryView, 'at'> & { at: Date }>`
    select o.order_number as "orderNumber", d.state, d.reason, d.changed_at as at
    from mailing_delivery d join order_summary o using (order_id)
    where d.mailing_id = ${mailingId} and (${state}::text is null or d.state = ${state}::text)
    order by d.order_id desc, d.address_mark limit ${deliveriesPerPage + 1} offset ${offset}`.execute(
    context.db,
  )
  return {
    items: rows
      .slice(0, deliveriesPerPage)
      .map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    next: rows.length > deliveriesPerPage ? offset + deliveriesPerPage : null,
  }
}
