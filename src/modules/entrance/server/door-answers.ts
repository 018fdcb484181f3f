/**
 * Answers to the organiser's questions as the door sees them: those about the ticket, and those of its order that are printed
 * on it. Numbers of documents and phones that are not printed are cut to their last characters, as for passengers.
 */
import { sql } from 'kysely'
import {
  answersOfLines,
  readExtrasOf,
  type Answer,
  type LineDetail,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { ScanView } from '../contract.ts'

type AnswerKind = Answer['kind']

interface DoorTicket {
  readonly orderId: number
  readonly orderLineId: number
  readonly lineUnit: number
  readonly source: string
  readonly itemId: number
}

const identifying: ReadonlySet<AnswerKind> = new Set(['personalNumber', 'passport', 'phone'])

/** For somebody who is let in. */
export async function answersAtDoor(
  context: Context,
  ticket: DoorTicket & { readonly detail: LineDetail },
): Promise<ScanView['extras']> {
  if (!ticket.detail.hasExtras) return []
  const shown = shownAnswers(await readExtrasOf(context, [ticket.orderId]), ticket)
  return shown.map((answer) => ({
    label: answer.label[context.locale],
    value: isHidden(answer) ? `…${answer.answer.slice(-4)}` : answer.value[context.locale],
  }))
}

interface ListedAnswers {
  readonly ticketId: number
  readonly answers: ScanView['extras']
}

/** The same for these tickets, to be kept by a scanner: without any part of a document's or a phone's number. */
export async function answersToKeep(
  context: Context,
  ticketIds: readonly number[],
): Promise<ListedAnswers[]> {
  const { rows } = await sql<DoorTicket & { readonly ticketId: number }>`
    select t.ticket_id::float8 as "ticketId", t.order_id::float8 as "orderId",
      t.order_line_id::float8 as "orderLineId", t.line_unit as "lineUnit", t.source, t.item_id as "itemId"
    from ticket_summary t join order_line_summary l on l.order_line_id = t.order_line_id
    where t.ticket_id = any(${[...ticketIds]}::bigint[]) and l.detail ? 'hasExtras'`.execute(
    context.db,
  )
  if (rows.length === 0) return []
  const extras = await readExtrasOf(context, [...new Set(rows.map(({ orderId }) => orderId))])
  const ofOrders = Map.groupBy(extras, ({ orderId }) => orderId)
  return rows.flatMap((ticket) => {
    const answers = shownAnswers(ofOrders.get(ticket.orderId) ?? [], ticket)
      .filter((answer) => !isHidden(answer))
      .map(({ label, value }) => ({ label: label[context.locale], value: value[context.locale] }))
    return answers.length > 0 ? [{ ticketId: ticket.ticketId, answers }] : []
  })
}

function shownAnswers(
  extras: Awaited<ReturnType<typeof readExtrasOf>>,
  ticket: DoorTicket,
): readonly Answer[] {
  const { orderLineId: id, source, itemId } = ticket
  const { ofOrder, of } = answersOfLines(extras, [{ id, source, itemId }])
  return [...of(ticket), ...ofOrder.filter(({ isOnTicket }) => isOnTicket)]
}

function isHidden({ kind, isOnTicket }: Answer): boolean {
  return !isOnTicket && identifying.has(kind)
}
