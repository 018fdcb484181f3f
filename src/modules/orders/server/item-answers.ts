/**
 * Answers to the questions of an item for those who work with its tickets: the organiser's lists, files and messages. Only
 * answers that the item asked for; what another organiser asked in the same order is not theirs.
 */
import type { Locale, LocalizedText } from '#kernel/locale.ts'
import type { ExtraKind } from '#modules/sale-rules/contract.ts'
import type { Context } from '#platform/context.ts'
import type { AnswerFieldView, AnswerView } from '../extra-contract.ts'
import { askerKey, type AskingSource } from './extras.ts'
import type { OrderLine } from './order.ts'
import { readExtras, type StoredExtra } from './stored-extras.ts'

/** A question of an item: the heading of its answers. */
export interface AnswerField {
  /** Names it among those of its item, whether it is asked of a ticket or of the whole order. */
  readonly key: string
  readonly per: 'ticket' | 'order'
  readonly kind: ExtraKind
  readonly label: LocalizedText
}

/** An answer to such a question. */
export interface Answer extends AnswerField {
  readonly value: LocalizedText
  /** As it is stored; for a select, the value of the option. */
  readonly answer: string
  readonly isOnTicket: boolean
}

interface AnsweredTicket {
  readonly orderId: number
  readonly orderLineId: number
  readonly lineUnit: number
}

export interface ItemAnswers {
  /** What the item asks now, in that order, and then what it asked before and somebody has answered. */
  readonly fields: readonly AnswerField[]
  /** Those about a ticket and those about its whole order, in the order of the fields. */
  readonly of: (ticket: AnsweredTicket) => readonly Answer[]
}

/** All answers about tickets of one item. What was asked once an order is repeated for each of its tickets. */
export async function answersOfItem(
  context: Context,
  sources: readonly AskingSource[],
  item: { readonly source: string; readonly itemId: number },
  tickets: readonly (AnsweredTicket & { readonly detail: OrderLine['detail'] })[],
): Promise<ItemAnswers> {
  const source = sources.find(({ name }) => name === item.source)
  const asked = (await source?.extraFields?.(context, { ...item, legFrom: 0, legTo: 1 })) ?? []
  const fields = new Map(
    asked.map(({ key: name, per, kind, label }) => {
      const key = fieldKey(per, name)
      return [key, { key, per, kind, label }] as const
    }),
  )
  const orders = tickets.map(({ orderId, detail }) => ({ id: orderId, lines: [{ detail }] }))
  const ofOrders = Map.groupBy(await readExtras(context, orders), ({ orderId }) => orderId)
  const lineIds = new Set(tickets.map(({ orderLineId }) => orderLineId))
  const known = new Map<number, Located[]>()
  for (const [orderId, extras] of ofOrders) {
    const own = ownAnswers(extras, [item], lineIds)
    known.set(orderId, own)
    for (const { answer } of own) {
      const { key, per, kind, label } = answer
      if (!fields.has(key)) fields.set(key, { key, per, kind, label })
    }
  }
  const sorted = [...fields.keys()]
  return {
    fields: [...fields.values()],
    of: (ticket) =>
      (known.get(ticket.orderId) ?? [])
        .filter((one) => isAbout(one, ticket))
        .map(({ answer }) => ({ ...answer, label: fields.get(answer.key)?.label ?? answer.label }))
        .toSorted((one, other) => sorted.indexOf(one.key) - sorted.indexOf(other.key)),
  }
}

/** Answers in one order about these lines of it: those of the whole order, and those of each ticket. */
export function answersOfLines(
  extras: readonly StoredExtra[],
  lines: readonly Pick<OrderLine, 'id' | 'source' | 'itemId'>[],
): { readonly ofOrder: readonly Answer[]; readonly of: ItemAnswers['of'] } {
  const items = lines.flatMap(({ source, itemId }) => (itemId === null ? [] : [{ source, itemId }]))
  const own = ownAnswers(extras, items, new Set(lines.map(({ id }) => id)))
  return {
    ofOrder: own.flatMap(({ lineId, answer }) => (lineId === null ? [answer] : [])),
    of: (ticket) =>
      own.flatMap((one) => (one.lineId !== null && isAbout(one, ticket) ? [one.answer] : [])),
  }
}

/** An answer with the ticket that it is about; null for the whole order. */
interface Located {
  readonly lineId: number | null
  readonly unit: number
  readonly answer: Answer
}

function isAbout({ lineId, unit }: Located, ticket: AnsweredTicket): boolean {
  return lineId === null || (lineId === ticket.orderLineId && unit === ticket.lineUnit)
}

function ownAnswers(
  extras: readonly StoredExtra[],
  items: readonly { readonly source: string; readonly itemId: number }[],
  lineIds: ReadonlySet<number>,
): Located[] {
  const askers = new Set(items.map(askerKey))
  // A question that differs from another item's of the same key is stored under a longer one.
  const prefixes = items.map(({ source, itemId }) => `${source}-${itemId}-`)
  return extras.flatMap(({ lineId, unit, askedBy, key: stored, ...extra }) => {
    const isOwn =
      lineId === null ? askedBy?.some((asker) => askers.has(asker)) : lineIds.has(lineId)
    if (!isOwn) return []
    const per = lineId === null ? 'order' : 'ticket'
    const prefix = prefixes.find((one) => stored.startsWith(one)) ?? ''
    const { kind, label, value, answer, isOnTicket } = extra
    const key = fieldKey(per, stored.slice(prefix.length))
    return [{ lineId, unit, answer: { key, per, kind, label, value, answer, isOnTicket } }]
  })
}

function fieldKey(per: AnswerField['per'], key: string): string {
  return `${per}.${key}`
}

export function presentFields(fields: readonly AnswerField[], locale: Locale): AnswerFieldView[] {
  return fields.map(({ key, per, label }) => ({ key, per, label: label[locale] }))
}

/** In one language. */
export function presentAnswers(answers: readonly Answer[], locale: Locale): AnswerView[] {
  return answers.map(({ key, label, value }) => ({
    key,
    label: label[locale],
    value: value[locale],
  }))
}
