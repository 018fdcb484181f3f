/**
 * Adds the answers to the organiser's own questions to messages as they are sent. They are not stored with the message, so
 * that a message of an erased buyer that is sent again tells nothing of them.
 */
import { sql } from 'kysely'
import {
  answersOfLines,
  findOrders,
  readExtrasOf,
  type Answer,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** A message as it is stored (`enqueue-messages.ts`). */
export interface StoredPayload {
  readonly data: {
    readonly merchantId: number
    readonly tickets: readonly { readonly ticketId: number }[]
  }
}

interface StoredMessage {
  readonly orderId: number
  readonly payload: StoredPayload
}

interface TicketRow {
  readonly ticketId: number
  readonly orderId: number
  readonly orderLineId: number
  readonly lineUnit: number
}

/** The same messages with `answers` of the order and of each ticket. */
export async function addAnswers<Message extends StoredMessage>(
  context: Context,
  messages: readonly Message[],
): Promise<Message[]> {
  if (messages.length === 0) return []
  const ids = [...new Set(messages.map(({ orderId }) => orderId))]
  const extras = await readExtrasOf(context, ids)
  const answered = [...new Set(extras.map(({ orderId }) => orderId))]
  const orders = answered.length === 0 ? [] : await findOrders(context, answered)
  const rows = answered.length === 0 ? [] : await readTickets(context, answered)
  const ticketsById = new Map(rows.map((row) => [row.ticketId, row]))
  return messages.map((message) => {
    const { data } = message.payload
    const lines = orders
      .filter(({ id }) => id === message.orderId)
      .flatMap((order) => order.lines)
      .filter(({ kind, merchantId }) => kind === 'Ticket' && merchantId === data.merchantId)
    const answers = answersOfLines(
      extras.filter(({ orderId }) => orderId === message.orderId),
      lines,
    )
    const tickets = data.tickets.map((ticket) => {
      const row = ticketsById.get(ticket.ticketId)
      return { ...ticket, answers: row ? answers.of(row).map(told) : [] }
    })
    const all = { ...data, answers: answers.ofOrder.map(told), tickets }
    return { ...message, payload: { ...message.payload, data: all } }
  })
}

async function readTickets(context: Context, orderIds: readonly number[]): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    select ticket_id::float8 as "ticketId", order_id::float8 as "orderId",
      order_line_id::float8 as "orderLineId", line_unit as "lineUnit"
    from ticket_summary where order_id = any(${[...orderIds]}::bigint[])`.execute(context.db)
  return rows
}

/** A receiver has no language: texts are in both, and an answer that was chosen is told by its value as well. */
function told({ key, label, answer, value }: Answer) {
  return { key, label, value: answer, text: value }
}
