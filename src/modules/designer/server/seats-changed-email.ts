import { orderStatus } from '#contract/enumerations.ts'
import { formatDate, formatTime } from '#kernel/format.ts'
import { formatText } from '#kernel/texts.ts'
import { readEventFacts } from '#modules/catalogue/server/public-api.ts'
import { findOrders } from '#modules/orders/server/public-api.ts'
import {
  listLetterHolders,
  sendToEach,
  type LinkPorts,
} from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { defineMessageJob, type JobRun } from '#platform/jobs/jobs.ts'
import { shortLetter } from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import en from '../messages/emails-en.json' with { type: 'json' }
import ka from '../messages/emails-ka.json' with { type: 'json' }

interface SeatsChanged {
  readonly orderId: number
  readonly eventId: number
}

/** Notifies each holder whose seat changed because a date is sold by another version of its plan. */
export const seatsChangedJob = defineMessageJob<SeatsChanged>('seats-changed-letter')

const words = { ka, en }
/** Also when all tickets of the order have passed to others. */
const notifiedStatuses: readonly number[] = [
  orderStatus.Processed,
  orderStatus.WaitingForTicket,
  orderStatus.Transferred,
  orderStatus.Imported,
]

/** Job handler. Contains the seats at the time of sending; buyers who have not paid yet see them at checkout. */
export async function writeSeatsChanged(
  context: Context,
  mailer: Mailer,
  { orderId, eventId }: SeatsChanged,
  { id, ...links }: Pick<JobRun, 'id'> & LinkPorts,
): Promise<void> {
  const [order] = await findOrders(context, [orderId])
  const [event] = await readEventFacts(context, [eventId])
  if (!order || !event || !notifiedStatuses.includes(order.status)) return
  const item = { source: 'event', itemId: eventId }
  const holders = await listLetterHolders(context, links, order, item)
  await sendToEach(holders, async (holder) => {
    const { locale, to, url, lineIds, mark } = holder
    const text = words[locale]
    const textOf = (sentence: string, values: Record<string, string>) =>
      formatText(locale, sentence, values)
    const values = { show: event.name[locale] }
    const { startsAt, timeZone } = event
    const day = formatDate(locale, startsAt, { timeZone, year: true, weekday: true })
    const seats = order.lines.flatMap(({ id: lineId, source, itemId, detail }) =>
      source === 'event' &&
      itemId === eventId &&
      lineIds.has(lineId) &&
      detail.row !== undefined &&
      detail.seat !== undefined
        ? [
            textOf(text.seatLine, {
              section: detail.section?.[locale] ?? '',
              row: detail.row,
              seat: detail.seat,
            }),
          ]
        : [],
    )
    await mailer.send(
      {
        to,
        ...shortLetter({
          locale,
          origin: context.origin,
          subject: textOf(text.subject, values),
          paragraphs: [text.body],
          event: {
            name: event.name[locale],
            when: `${day} · ${formatTime(startsAt, timeZone)}`,
            where: event.venueName[locale],
            seats,
          },
          after: [text.codes],
          button: {
            text: text.toOrder,
            url,
          },
        }),
      },
      `seats-changed-${id}${mark}`,
    )
  })
}

/** The job's handler for the worker. */
export function seatsChangedHandler(
  context: () => Context,
  mailer: Mailer,
  { guestLinks, shareTokens }: LinkPorts,
) {
  return (payload: SeatsChanged, { id }: Pick<JobRun, 'id'>): Promise<void> =>
    writeSeatsChanged(context(), mailer, payload, { id, guestLinks, shareTokens })
}
