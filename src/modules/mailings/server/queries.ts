import { sql } from 'kysely'
import { itemKey } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { DeliveryView, MailingLine, MailingView } from '../contract.ts'
import { describeItems, type DescribedItem, type DescribingPorts } from './items.ts'
import { renderMailing } from './mailing-email.ts'
import {
  countDeliveries,
  countHolders,
  listMailingRows,
  type Counts,
  type Mailing,
} from './store.ts'

function presentLine(
  { locale }: Context,
  mailing: Mailing,
  known: { readonly described: readonly DescribedItem[]; readonly counts: Counts | undefined },
): MailingLine {
  const { id, kind, subject, state, sendAt, items } = mailing
  const own = new Set(items.map(itemKey))
  return {
    mailingId: id,
    kind,
    subject,
    state,
    sendAt: sendAt?.toISOString() ?? null,
    items: known.described
      .filter(({ item }) => own.has(itemKey(item)))
      .map(({ item: { source, itemId, legFrom, legTo }, about }) => ({
        source,
        itemId,
        legFrom,
        legTo,
        name: about.name[locale],
        startsAt: about.startsAt.toISOString(),
        timeZone: about.timeZone,
      })),
    counts: known.counts ?? { waiting: 0, sent: 0, failed: 0, skipped: 0 },
  }
}

/** An organiser's mailings, newest first. */
export async function listMailings(
  context: Context,
  ports: DescribingPorts,
  merchantId: number,
): Promise<MailingLine[]> {
  const mailings = await listMailingRows(context, merchantId)
  const all = mailings.flatMap(({ items }) => items)
  const described = await describeItems(context, ports, all)
  const counts = await countDeliveries(
    context,
    mailings.map(({ id }) => id),
  )
  return mailings.map((mailing) =>
    presentLine(context, mailing, { described, counts: counts.get(mailing.id) }),
  )
}

/** One mailing with its preview. */
export async function showMailing(
  context: Context,
  ports: DescribingPorts,
  mailing: Mailing,
): Promise<MailingView> {
  const described = await describeItems(context, ports, mailing.items)
  const counts = (await countDeliveries(context, [mailing.id])).get(mailing.id)
  const words = [
    await renderMailing(context, ports, { mailing, locale: 'ka' }),
    await renderMailing(context, ports, { mailing, locale: 'en' }),
  ]
  return {
    ...presentLine(context, mailing, { described, counts }),
    body: mailing.body,
    preview: words.map(({ locale, subject, paragraphs, footer }) => ({
      locale,
      subject,
      paragraphs: [...paragraphs],
      footer,
    })),
    holderCount: await countHolders(context, mailing.items),
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
