import { formatDate, formatTime } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { formatText } from '#kernel/texts.ts'
import { itemKey } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { defineMessageJob } from '#platform/jobs/jobs.ts'
import { shortLetter } from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { PurchaseRequestStatus } from '../contract.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }
import { describeRequested, pathOf } from './describe-requested.ts'
import type { RequestPorts } from './request-source.ts'
import { readMoves, readRequest } from './store.ts'

/** Informs the requester of the outcome of their request. */
export const purchaseRequestEmailJob = defineMessageJob<{
  readonly requestId: number
  readonly status: PurchaseRequestStatus
}>('purchase-request-letter')

const words = { ka, en }

/** Job handler. The email has the same id on every attempt, so that a repeated one is sent only once. */
export async function writePurchaseRequestEmail(
  context: Context,
  mailer: Mailer,
  payload: { readonly requestId: number; readonly status: PurchaseRequestStatus },
  ports: RequestPorts,
): Promise<void> {
  const request = await readRequest(context, payload.requestId)
  // Withdrawn requests need no email, and those of deleted accounts have no address.
  if (!request || request.email === '' || payload.status === 'Withdrawn') return
  const item = (await describeRequested(context, ports, [request])).get(itemKey(request))
  if (!item) return
  const { locale } = request
  const text = words[locale]
  const { startsAt, timeZone } = item
  const day = formatDate(locale, startsAt, { timeZone, year: true, weekday: true })
  const values = { item: item.name[locale], count: request.quantity }
  const textOf = (sentence: string) => formatText(locale, sentence, values)
  const body = textOf(text[`letter${payload.status}`])
  const address = `${context.origin}${localizedPath(locale, pathOf(item))}`
  const moves = await readMoves(context, [request.id])
  const answer = moves.findLast(({ status }) => status === payload.status)?.answer ?? ''
  await mailer.send(
    {
      to: request.email,
      ...shortLetter({
        locale,
        origin: context.origin,
        subject: textOf(text[`subject${payload.status}`]),
        paragraphs: [body, answer].filter(Boolean),
        event: {
          name: item.name[locale],
          when: `${day} · ${formatTime(startsAt, timeZone)}`,
          where: item.venue[locale],
          seats: [textOf(text.asked)],
        },
        button: { text: text.toItem, url: address },
      }),
    },
    `purchase-request-${request.id}-${payload.status.toLowerCase()}`,
  )
}
