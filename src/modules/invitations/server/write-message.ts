import { formatDate, formatMoney, formatTime } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { formatText, type SameKeys } from '#kernel/texts.ts'
import { findOrder, listRepeats, presentOrder } from '#modules/orders/server/public-api.ts'
import { documentTexts, firstNameOf } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import {
  buttonRow,
  eventRow,
  eventText,
  letterHtml,
  noteRow,
  paragraphRow,
} from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { SmsSender } from '#platform/sms/sms.ts'
import english from '../messages/emails-en.json' with { type: 'json' }
import georgian from '../messages/emails-ka.json' with { type: 'json' }
import type { InvitationMessage } from './jobs.ts'
import type { InvitationPorts } from './ports.ts'
import { invitationPath } from './present.ts'
import { readInvitation } from './store.ts'

const texts: {
  readonly ka: typeof georgian
  readonly en: SameKeys<typeof georgian, typeof english>
} = { ka: georgian, en: english }

/** Maximum length of the event's name in an SMS, which is charged by length. */
const nameLengthMax = 40

/**
 * Job handler: sends an invitation. It contains only the sender's first name, since recipients have not asked for it. A
 * repeated run sends the same message; a revoked invitation is not sent.
 */
export async function writeInvitation(
  context: Context,
  senders: { readonly mailer: Mailer; readonly sms: SmsSender },
  message: InvitationMessage,
  ports: InvitationPorts,
): Promise<void> {
  const invitation = await readInvitation(context.db, { id: message.invitationId })
  if (!invitation || invitation.revokedAt !== null || invitation.recipient === null) return
  const orderId = (await listRepeats(context, invitation.orderId)).at(-1) ?? invitation.orderId
  const order = await findOrder(context, { orderId })
  if (!order) return
  const { locale } = message
  const t = (key: keyof typeof georgian, values = {}) =>
    formatText(locale, texts[locale][key], values)
  const token = await ports.tickets.shareTokens.token(context, invitation.id, 'order invitation')
  const url = context.origin + localizedPath(locale, invitationPath(token))
  const { event } = await presentOrder({ ...context, locale }, ports.tickets.orders, order)
  const values = {
    name: firstNameOf(order.buyer.name) || t('somebody'),
    event: event?.name ?? '',
    amount: formatMoney(locale, money(order.totalMinor, order.currency)),
    url,
  }
  const { purpose, recipient: to } = invitation
  if (invitation.channel === 'phone') {
    const short = [...values.event].slice(0, nameLengthMax).join('')
    const text = t(purpose === 'pay' ? 'smsPay' : 'smsJoin', { ...values, event: short })
    return senders.sms.send({ to, text })
  }
  const title = t(purpose === 'pay' ? 'payTitle' : 'joinTitle', values)
  const body = t(purpose === 'pay' ? 'payBody' : 'joinBody', values)
  const button = t(purpose === 'pay' ? 'payButton' : 'joinButton')
  const facts = event && {
    name: event.name,
    when: `${formatDate(locale, event.startsAt, { timeZone: event.timeZone, year: true, weekday: true })} · ${formatTime(event.startsAt, event.timeZone)}`,
    where: event.venue,
    seats: [],
  }
  const lines = facts ? eventText(facts) : ''
  const [warning, footer] = [t('warning'), t('footer')]
  const mail = {
    to,
    subject: title,
    text: [title, body, lines, `${button}: ${url}`, warning, footer].filter(Boolean).join('\n\n'),
    html: letterHtml({
      locale,
      brand: documentTexts(locale)('brand'),
      homeUrl: context.origin + localizedPath(locale, '/'),
      title,
      preview: body,
      rows: [
        paragraphRow(body),
        ...(facts ? [eventRow(facts)] : []),
        buttonRow(button, url),
        noteRow(warning),
      ],
      footer,
    }),
  }
  return senders.mailer.send(mail, `invitation-${invitation.id}`)
}
