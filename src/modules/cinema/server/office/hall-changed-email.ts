import { orderStatus } from '#contract/enumerations.ts'
import { formatDateTime } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { formatText } from '#kernel/texts.ts'
import { findOrders } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { defineMessageJob, type JobRun } from '#platform/jobs/jobs.ts'
import { escapeHtml, type Mailer } from '#platform/mail/mail.ts'
import en from '../../messages/emails-en.json' with { type: 'json' }
import ka from '../../messages/emails-ka.json' with { type: 'json' }
import { sourceName } from '../offer-source.ts'
import { loadHouse, readScreenings } from '../programme.ts'

/** A screening has another hall: each buyer is told the new seats. */
export const hallChangedJob = defineMessageJob<{
  readonly orderId: number
  readonly screeningId: number
}>('hall-changed-letter')

const words = { ka, en }
const told: readonly number[] = [orderStatus.Processed, orderStatus.WaitingForTicket]

/** Job handler. Contains the seats at the time of sending; buyers who have not paid yet see them at checkout. */
export async function writeHallChanged(
  context: Context,
  mailer: Mailer,
  { orderId, screeningId }: { readonly orderId: number; readonly screeningId: number },
  { id }: Pick<JobRun, 'id'>,
): Promise<void> {
  const [order] = await findOrders(context, [orderId])
  const [screening] = await readScreenings(context, [screeningId])
  const house = await loadHouse(context)
  const film = screening && house.films.get(screening.filmId)
  const cinema = screening && house.cinemas.get(screening.cinemaId)
  const hall = screening && house.halls.get(screening.hallId)
  if (
    !order ||
    !film ||
    !cinema ||
    !hall ||
    order.buyer.email === '' ||
    !told.includes(order.status)
  )
    return
  const { locale } = order
  const text = words[locale]
  const say = (sentence: string, values: Record<string, string>) =>
    formatText(locale, sentence, values)
  const values = {
    film: film.name[locale],
    hall: hall.name[locale],
    cinema: cinema.name[locale],
    when: formatDateTime(locale, screening.startsAt, cinema.timeZone),
  }
  const seats = order.lines.flatMap(({ source, itemId, detail }) =>
    source === sourceName &&
    itemId === screeningId &&
    detail.row !== undefined &&
    detail.seat !== undefined
      ? [say(text.seatLine, { row: detail.row, seat: detail.seat })]
      : [],
  )
  const lines = [text.greeting, say(text.hallBody, values), seats.join('\n'), text.hallCodes]
  const address = `${context.origin}${localizedPath(locale, `/account/orders/${order.orderNumber}`)}`
  await mailer.send(
    {
      to: order.buyer.email,
      subject: say(text.hallSubject, values),
      text: `${lines.join('\n\n')}\n\n${address}\n`,
      html: `${lines.map((line) => `<p>${escapeHtml(line).replaceAll('\n', '<br>')}</p>`).join('')}<p><a href="${escapeHtml(address)}">${escapeHtml(text.toOrder)}</a></p>`,
    },
    `hall-changed-${id}`,
  )
}
