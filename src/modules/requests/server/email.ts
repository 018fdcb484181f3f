import { formatDateTime } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { formatText } from '#kernel/texts.ts'
import { eventPath } from '#modules/catalogue/event-path.ts'
import { readEventForSale } from '#modules/catalogue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { defineMessageJob } from '#platform/jobs/jobs.ts'
import { escapeHtml, type Mailer } from '#platform/mail/mail.ts'
import type { PurchaseRequestStatus } from '../contract.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }
import { readMoves, readRequest } from './store.ts'

/** Informs the requester of the outcome of their request. */
export const purchaseRequestEmailJob = defineMessageJob<{
  readonly requestId: number
  readonly status: PurchaseRequestStatus
}>('purchase-request-letter')

const words = { ka, en }

/** Job handler. The email has the same id each time it is tried, so that one sent twice is one. */
export async function writePurchaseRequestEmail(
  context: Context,
  mailer: Mailer,
  payload: { readonly requestId: number; readonly status: PurchaseRequestStatus },
): Promise<void> {
  const request = await readRequest(context, payload.requestId)
  // Who took a request back needs no email about it.
  if (!request || payload.status === 'Withdrawn') return
  const event = await readEventForSale(context, request.eventId)
  if (!event) return
  const { locale } = request
  const text = words[locale]
  const values = {
    event: event.name[locale],
    when: formatDateTime(locale, event.startsAt, event.timeZone),
    venue: event.venueName[locale],
    count: request.quantity,
  }
  const say = (sentence: string) => formatText(locale, sentence, values)
  const body = say(text[`letter${payload.status}`])
  const address = `${context.origin}${localizedPath(locale, eventPath(request.eventId))}`
  const moves = await readMoves(context, [request.id])
  const answer = moves.findLast(({ status }) => status === payload.status)?.answer ?? ''
  const lines = [say(text.greeting), body, answer, say(text.facts)].filter((line) => line !== '')
  await mailer.send(
    {
      to: request.email,
      subject: say(text[`subject${payload.status}`]),
      text: `${lines.join('\n\n')}\n\n${address}\n`,
      html: `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}<p><a href="${escapeHtml(address)}">${escapeHtml(text.toEvent)}</a></p>`,
    },
    `purchase-request-${request.id}-${payload.status.toLowerCase()}`,
  )
}
