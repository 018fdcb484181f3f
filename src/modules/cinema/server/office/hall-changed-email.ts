import { orderStatus } from '#contract/enumerations.ts'
import { formatDate, formatTime } from '#kernel/format.ts'
import { formatText } from '#kernel/texts.ts'
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
import en from '../../messages/emails-en.json' with { type: 'json' }
import ka from '../../messages/emails-ka.json' with { type: 'json' }
import { sourceName } from '../offer-source.ts'
import { loadReferenceData, readScreenings } from '../programme.ts'

/** Notifies the holders of an order's tickets of the new seats after a change of the hall. */
export const hallChangedJob = defineMessageJob<{
  readonly orderId: number
  readonly screeningId: number
}>('hall-changed-letter')

const texts = { ka, en }
/** Also when all tickets of the order have passed to others. */
const notifiedStatuses: readonly number[] = [
  orderStatus.Processed,
  orderStatus.WaitingForTicket,
  orderStatus.Transferred,
]

/** Job handler. Contains the seats at the time of sending; buyers who have not paid yet see them at checkout. */
export async function writeHallChanged(
  context: Context,
  mailer: Mailer,
  { orderId, screeningId }: { readonly orderId: number; readonly screeningId: number },
  { id, ...links }: Pick<JobRun, 'id'> & LinkPorts,
): Promise<void> {
  const [order] = await findOrders(context, [orderId])
  const [screening] = await readScreenings(context, [screeningId])
  const reference = await loadReferenceData(context)
  const film = screening && reference.films.get(screening.filmId)
  const cinema = screening && reference.cinemas.get(screening.cinemaId)
  const hall = screening && reference.halls.get(screening.hallId)
  if (!order || !film || !cinema || !hall || !notifiedStatuses.includes(order.status)) return
  const item = { source: sourceName, itemId: screeningId }
  const holders = await listLetterHolders(context, links, order, item)
  await sendToEach(holders, async (holder) => {
    const { locale, to, url, lineIds, mark } = holder
    const text = texts[locale]
    const format = (sentence: string, values: Record<string, string>) =>
      formatText(locale, sentence, values)
    const values = { film: film.name[locale], hall: hall.name[locale] }
    const { timeZone } = cinema
    const day = formatDate(locale, screening.startsAt, { timeZone, year: true, weekday: true })
    const seats = order.lines.flatMap(({ id: lineId, source, itemId, detail }) =>
      source === sourceName &&
      itemId === screeningId &&
      lineIds.has(lineId) &&
      detail.row !== undefined &&
      detail.seat !== undefined
        ? [format(text.seatLine, { row: detail.row, seat: detail.seat })]
        : [],
    )
    await mailer.send(
      {
        to,
        ...shortLetter({
          locale,
          origin: context.origin,
          subject: format(text.hallSubject, values),
          paragraphs: [format(text.hallBody, values)],
          event: {
            name: film.name[locale],
            when: `${day} · ${formatTime(screening.startsAt, timeZone)}`,
            where: `${cinema.name[locale]}, ${hall.name[locale]}`,
            seats,
          },
          after: [text.hallCodes],
          button: {
            text: text.toOrder,
            url,
          },
        }),
      },
      `hall-changed-${id}${mark}`,
    )
  })
}
