/** Documents and delivery: the fields of an order, their answers, and who may read them. */
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { ExtraField } from '#modules/sale-rules/contract.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import type { ExtraQuestionView } from '../extra-contract.ts'
import { extraId, problemOfExtra } from '../extra-fields.ts'
import { problemOfAnswer, storedAnswer } from './answers.ts'
import { itemKey, soldItemOf } from './item.ts'
import type { OfferSource } from './offer-source.ts'
import type { Order } from './order.ts'
import type { CompanionProblem } from '../companions.ts'
import { findCompanionProblem } from './check-companions.ts'
import { missingPassengers } from './passengers.ts'
import type { StoredAnswer } from './stored-extras.ts'

/** The part of offer sources that defines extra fields. */
export type AskingSource = Pick<OfferSource, 'name' | 'extraFields' | 'passengerTerms'>

/** A submitted answer, by the id of its question. */
export interface GivenExtra {
  readonly id: string
  readonly value: string
}

export interface Question {
  readonly id: string
  readonly field: ExtraField
  readonly lineId: number | null
  readonly unit: number
  /** The item that requires it. */
  readonly source: string
  readonly itemId: number
  /** All items that ask it, as `askerKey` names them; a question of the whole order may be that of several. */
  readonly askedBy: readonly string[]
}

/** An item as one that asks. */
export function askerKey({ source, itemId }: Pick<Question, 'source' | 'itemId'>): string {
  return `${source} ${itemId}`
}

/** Fields of this order: once for the order, and once per ticket. Rules are cached, so this reads nothing. */
export async function questionsOf(
  context: Context,
  sources: readonly AskingSource[],
  order: Pick<Order, 'lines'>,
): Promise<Question[]> {
  const questions = new Map<string, Question>()
  // Lines of one item have the same fields, so its source is called once.
  const asked = new Map<string, readonly ExtraField[]>()
  for (const line of order.lines) {
    const item = line.kind === 'Ticket' ? soldItemOf(line) : null
    if (!item) continue
    const key = itemKey(item)
    const source = sources.find(({ name }) => name === line.source)
    const fields = asked.get(key) ?? (await source?.extraFields?.(context, item)) ?? []
    asked.set(key, fields)
    for (const field of fields) {
      const units = field.per === 'order' ? 1 : line.quantity
      const lineId = field.per === 'order' ? null : line.id
      for (let unit = 0; unit < units; unit += 1) {
        const { source: asker, itemId } = item
        const askedBy = [askerKey({ source: asker, itemId })]
        const asking = { lineId, unit, source: asker, itemId, askedBy }
        put(questions, { id: extraId(field.key, lineId, unit), field, ...asking })
      }
    }
  }
  return [...questions.values()]
}

/**
 * When two items have the same order-wide field, it is asked once, with the stricter validation. Fields with the same
 * key but another meaning are asked separately, labelled with the item.
 */
function put(questions: Map<string, Question>, next: Question): void {
  const before = questions.get(next.id)
  if (!before || (before.source === next.source && before.itemId === next.itemId)) {
    questions.set(next.id, next)
    return
  }
  if (isSameQuestion(before.field, next.field)) {
    const askedBy = [...before.askedBy, ...next.askedBy]
    questions.set(next.id, { ...before, field: stricter(before.field, next.field), askedBy })
    return
  }
  const key = `${next.source}-${next.itemId}-${next.field.key}`
  const id = extraId(key, next.lineId, next.unit)
  questions.set(id, { ...next, id, field: { ...next.field, key } })
}

function isSameQuestion(one: ExtraField, other: ExtraField): boolean {
  const values = ({ options = [] }: ExtraField) => options.map(({ value }) => value).join(' ')
  return one.kind === other.kind && values(one) === values(other)
}

function stricter(one: ExtraField, other: ExtraField): ExtraField {
  const hours = [one, other].flatMap(({ changeHoursBefore }) => changeHoursBefore ?? [])
  return {
    ...one,
    isRequired: one.isRequired || other.isRequired,
    isOnTicket: one.isOnTicket || other.isOnTicket,
    ...(hours.length > 0 && { changeHoursBefore: Math.max(...hours) }),
  }
}

/**
 * Stores the answers of an order that its transaction has locked. `ExtraFieldsMissing` names each missing or invalid
 * field as `body.extras.<id>`. Answers to unknown fields are dropped.
 */
export async function validateExtras(
  context: Context,
  sources: readonly AskingSource[],
  order: Order,
  given: readonly GivenExtra[],
): Promise<Result<Order, ErrorCode>> {
  const questions = await questionsOf(context, sources, order)
  if (questions.length === 0) return ok(order)
  const values = new Map(given.map(({ id, value }) => [id, value]))
  const fields = questions.flatMap(({ id, field }) => {
    const problem = problemOfAnswer(field, values.get(id) ?? '')
    return problem === null ? [] : [{ path: `body.extras.${id}`, message: problem }]
  })
  if (fields.length > 0) return fail('ExtraFieldsMissing', { fields })
  await writeAnswers(context, order.id, questions, values)
  const lines = order.lines.map((line) => ({
    ...line,
    detail: { ...line.detail, hasExtras: true } as const,
  }))
  return ok({ ...order, lines })
}

/** Stores the answers to all questions of an order, by their ids; those to other ids are dropped. */
export async function writeAnswers(
  context: Context,
  orderId: number,
  questions: readonly Question[],
  values: ReadonlyMap<string, string>,
): Promise<void> {
  const answers = questions.flatMap(
    ({ id, field: { key, kind }, lineId, unit, askedBy }): StoredAnswer[] => {
      const value = storedAnswer(kind, values.get(id) ?? '')
      if (value === '') return []
      return [{ key, value, lineId, unit, ...(lineId === null && { askedBy }) }]
    },
  )
  await writeExtras(context, orderId, [...new Set(questions.map(({ field }) => field))], answers)
}

async function writeExtras(
  context: Context,
  orderId: number,
  questions: readonly ExtraField[],
  answers: readonly StoredAnswer[],
): Promise<void> {
  await sql`
    insert into order_extra (order_id, questions, answers, updated_at)
    values (${orderId}, ${JSON.stringify(questions)}, ${JSON.stringify(answers)}, ${context.clock.now()})
    on conflict (order_id) do update set questions = excluded.questions,
      answers = excluded.answers, updated_at = excluded.updated_at
  `.execute(context.db)
  await sql`
    update order_line set detail = detail || '{"hasExtras": true}' where order_id = ${orderId}
  `.execute(context.db)
}

/**
 * Why an order cannot be paid yet, or null: places may have been added or given back after the details, so that a
 * required field has no answer, or a child nobody with them.
 */
export async function missingDetails(
  context: Context,
  sources: readonly AskingSource[],
  order: Order,
): Promise<'ExtraFieldsMissing' | CompanionProblem | null> {
  if ((await missingPassengers(context, sources, order)).length > 0) return 'ExtraFieldsMissing'
  const alone = await findCompanionProblem(context, sources, order)
  if (alone) return alone
  const questions = await questionsOf(context, sources, order)
  if (questions.length === 0) return null
  const answers = await answersOf(context.db, order.id)
  const isMissing = questions.some(
    ({ id, field }) => problemOfExtra(field, answers.get(id) ?? '') !== null,
  )
  return isMissing ? 'ExtraFieldsMissing' : null
}

export async function answersOf(db: Database, orderId: number): Promise<Map<string, string>> {
  const { rows } = await sql<{ answers: StoredAnswer[] }>`
    select answers from order_extra where order_id = ${orderId}`.execute(db)
  return new Map(
    (rows[0]?.answers ?? []).map(({ key, lineId, unit, value }) => [
      extraId(key, lineId, unit),
      value,
    ]),
  )
}

/** Fields of the checkout page with their stored answers. */
export async function presentQuestions(
  context: Context,
  sources: readonly AskingSource[],
  order: Order,
): Promise<ExtraQuestionView[]> {
  const questions = await questionsOf(context, sources, order)
  if (questions.length === 0) return []
  const isReservedForCode = order.lines.some((line) => line.detail.hasExtras)
  const answers = isReservedForCode
    ? await answersOf(context.db, order.id)
    : new Map<string, string>()
  return questions.map((question) => presentQuestion(context, question, answers))
}

/** One field of a form with its stored answer, or empty. */
export function presentQuestion(
  { locale }: Pick<Context, 'locale'>,
  { id, field, lineId, unit }: Question,
  answers: ReadonlyMap<string, string>,
): ExtraQuestionView {
  return {
    id,
    lineId,
    unit,
    kind: field.kind,
    label: field.label[locale],
    isRequired: field.isRequired,
    options: field.options?.map(({ value, label }) => ({ value, label: label[locale] })) ?? [],
    autoComplete: field.autoComplete ?? null,
    value: answers.get(id) ?? '',
  }
}

/** A retry of an order copies the answers; its tickets are in the same order as those of the first. */
export async function copyExtras(context: Context, from: Order, to: Order): Promise<void> {
  if (!from.lines.some((line) => line.detail.hasExtras)) return
  const { rows } = await sql<{ questions: ExtraField[]; answers: StoredAnswer[] }>`
    select questions, answers from order_extra where order_id = ${from.id}`.execute(context.db)
  const [row] = rows
  if (!row) return
  const ticketsOf = (order: Order) => order.lines.filter((line) => line.kind === 'Ticket')
  const copies = ticketsOf(to)
  const lineIds = new Map(ticketsOf(from).map((line, index) => [line.id, copies[index]?.id ?? 0]))
  const answers = row.answers.map((answer) => ({
    ...answer,
    lineId: answer.lineId === null ? null : (lineIds.get(answer.lineId) ?? 0),
  }))
  await writeExtras(context, to.id, row.questions, answers)
}
