/** Runs the waiting jobs about decisions, as the worker does, and answers what would be sent. */
import { sql } from 'kysely'
import { writeHallChanged } from '#modules/cinema/server/public-api.ts'
import {
  tellHolders,
  writeNews,
  writeRefundEmail,
  writeReturnEmail,
  writeTicketEmail,
  type TicketPorts,
} from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Email } from '#platform/mail/mail.ts'
import type { ShortMessage } from '#platform/sms/sms.ts'

export interface Delivered {
  readonly mails: { readonly id: string; readonly mail: Email }[]
  readonly messages: ShortMessage[]
}

const jobNames = [
  'ticket-letter',
  'event-moved',
  'moved-letter',
  'return-letter',
  'refund-letter',
  'hall-changed-letter',
] as const

/** Each job runs once. A mail program recognises a repeated Message-ID, so it is delivered once. */
export function newsRunner(
  context: Context,
  ports: TicketPorts,
): (names?: readonly (typeof jobNames)[number][]) => Promise<Delivered> {
  const done = new Set<string>()
  const sentIds = new Set<string>()
  return async (names = jobNames) => {
    const mails: { id: string; mail: Email }[] = []
    const messages: ShortMessage[] = []
    const mailer = {
      send: async (mail: Email, id: string) => {
        if (!sentIds.has(id)) mails.push({ mail, id })
        sentIds.add(id)
      },
      close: () => undefined,
    }
    const sms = { send: async (message: ShortMessage) => void messages.push(message) }
    const run: Record<(typeof jobNames)[number], (data: never, id: string) => Promise<void>> = {
      'hall-changed-letter': (data, id) =>
        writeHallChanged(context, mailer, data, { id, ...ports }),
      'ticket-letter': (data) => writeTicketEmail(context, mailer, data, ports),
      'event-moved': (data) => tellHolders(context, data),
      'return-letter': (data) => writeReturnEmail(context, mailer, data, ports),
      'refund-letter': (data) => writeRefundEmail(context, mailer, data, ports),
      'moved-letter': (data) => writeNews(context, { mailer, sms }, data, ports),
    }
    for (const name of names) {
      const { rows } = await sql<{ id: string; data: never }>`
        select id, data from pgboss.job where name = ${name} order by created_on, id`.execute(
        context.db,
      )
      for (const { id, data } of rows) {
        if (done.has(id)) continue
        done.add(id)
        await run[name](data, id)
      }
    }
    return { mails, messages }
  }
}
