/**
 * Columns of a file that are named by a question of its date, in either language: answers to it. They may be empty, also where
 * the shop requires them, because these orders were sold by somebody who did not ask.
 */
import { withoutMarks } from '#kernel/person-name.ts'
import { eventSource } from '#modules/events/server/public-api.ts'
import { problemOfAnswer, writeAnswers, questionsOf } from '#modules/orders/server/public-api.ts'
import type { Order, Question } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { normalizeHeading } from '#platform/tables/csv-input.ts'
import type { ReadRow } from './prepare-import.ts'
import { writtenDay } from './read-xlsx.ts'

type AskedField = Question['field']

/** An answer in a row. */
export interface RowAnswer {
  readonly field: AskedField
  readonly value: string
}

/** What a date asks. */
export function askedOf(context: Context, eventId: number): Promise<readonly AskedField[]> {
  const item = { source: eventSource.name, itemId: eventId, legFrom: 0, legTo: 1 }
  return eventSource.extraFields?.(context, item) ?? Promise.resolve([])
}

/** The answers of a row, and the headings of those that are not valid. */
export function answersIn(
  row: ReadRow,
  asked: readonly AskedField[],
): { readonly answers: readonly RowAnswer[]; readonly wrong: readonly string[] } {
  const answers: RowAnswer[] = []
  const wrong: string[] = []
  for (const [heading, written] of Object.entries(row.answers)) {
    const field = asked.find((one) => isNamed(one, heading))
    const value = field?.kind === 'date' && row.isWorkbook ? writtenDay(written) : written
    const optional = field && { ...field, isRequired: false }
    if (!field || !optional || problemOfAnswer(optional, valueIn(field, value)) !== null)
      wrong.push(heading)
    else answers.push({ field, value: valueIn(field, value) })
  }
  return { answers, wrong }
}

/** Headings that no date of the file asks. */
export function unknownHeadings(
  rows: readonly ReadRow[],
  asked: readonly (readonly AskedField[])[],
): string[] {
  const headings = new Set(rows.flatMap(({ answers }) => Object.keys(answers)))
  return [...headings].filter((heading) => !asked.flat().some((field) => isNamed(field, heading)))
}

function isNamed({ label, key }: AskedField, heading: string): boolean {
  return [label.ka, label.en, key].some((name) => normalizeHeading(name) === heading)
}

/** A choice is written by its words or by its value. */
function valueIn({ options = [] }: AskedField, written: string): string {
  const option = options.find(({ label }) => label.ka === written || label.en === written)
  return option?.value ?? withoutMarks(written)
}

/** Stores the answers of an imported order, whose lines are in the order of its rows; each ticket of a row has those of the row. */
export async function storeAnswers(
  context: Context,
  order: Order,
  rows: readonly { readonly answers: readonly RowAnswer[] }[],
): Promise<void> {
  if (rows.every(({ answers }) => answers.length === 0)) return
  const questions = await questionsOf(context, [eventSource], order)
  const values = new Map(
    questions.map(({ id, field, lineId }) => {
      const at = order.lines.findIndex((line) => line.id === lineId)
      const own = lineId === null ? rows : rows.slice(at, at + 1)
      const given = own.flatMap(({ answers }) => answers)
      return [id, given.find((one) => isOf(one.field, field))?.value ?? ''] as const
    }),
  )
  await writeAnswers(context, order.id, questions, values)
}

/** Whether an answer of a row is one to a question of the order; of two items that ask differently it has a longer key. */
function isOf({ per, key }: AskedField, asked: AskedField): boolean {
  return per === asked.per && (key === asked.key || asked.key.endsWith(`-${key}`))
}
