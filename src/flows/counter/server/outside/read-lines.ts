/** Finds the dates and places that the rows of a file name. */
import { instantOf, isoMoment } from '#kernel/local-time.ts'
import { ok } from '#kernel/result.ts'
import type { ImportProblem, ImportReport } from '#modules/box-office/outside-contract.ts'
import {
  readOutsideDate,
  type OutsideDate,
  type OutsideLine,
} from '#modules/events/server/public-api.ts'
import { isOver, readMerchantEvents, type StaffEvent } from '#modules/staff/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { OutsideScope } from './outside-scope.ts'
import type { ImportedRow, ReadRow } from './prepare-import.ts'
import { answersIn, askedOf, unknownHeadings, type RowAnswer } from './read-answers.ts'

export interface LineOfRow {
  readonly row: number
  readonly values: ImportedRow
  readonly line: OutsideLine
  readonly answers: readonly RowAnswer[]
}

type Problem = ImportReport['problems'][number]

interface ReadLines {
  readonly lines: readonly LineOfRow[]
  readonly problems: readonly Problem[]
}

export async function readLines(
  context: Context,
  { merchantId }: OutsideScope,
  rows: readonly ReadRow[],
): Promise<ReadLines> {
  const events = await readMerchantEvents(context, merchantId)
  const dates = new Map<number, OutsideDate | null>()
  const asked = new Map<number, Awaited<ReturnType<typeof askedOf>>>()
  const now = context.clock.now()
  const problems: Problem[] = []
  const answered: Problem[] = []
  const lines: LineOfRow[] = []
  for (const one of rows) {
    const add = (code: ImportProblem, detail: string) =>
      problems.push({ row: one.row, code, detail })
    if ('invalid' in one) {
      add('invalid', one.invalid)
      continue
    }
    const { row, values } = one
    const event = eventNamed(events, values.date)
    if (!event || isOver(event, now)) {
      add(event ? 'date-over' : 'unknown-date', values.date)
      continue
    }
    const { eventId } = event
    if (!dates.has(eventId)) dates.set(eventId, await readOutsideDate(context, eventId))
    if (!asked.has(eventId)) asked.set(eventId, await askedOf(context, eventId))
    const line = lineOf(dates.get(eventId), values, merchantId)
    const { answers, wrong } = answersIn(one, asked.get(eventId) ?? [])
    if (!line.ok) add(line.code, line.detail)
    else if (wrong.length === 0) lines.push({ row, values, line: line.value, answers })
    else answered.push({ row, code: 'invalid', detail: wrong.join(', ') })
  }
  const unknown = unknownHeadings(rows, [...asked.values()])
  // A column that nobody knows may be a misspelt one of the shop's: the file is not read any further.
  if (unknown.length > 0)
    return { lines: [], problems: [{ row: 0, code: 'file', detail: unknown.join(', ') }] }
  return { lines, problems: [...problems, ...answered, ...repeated(lines)] }
}

type FoundLine =
  | { readonly ok: true; readonly value: OutsideLine }
  | { readonly ok: false; readonly code: ImportProblem; readonly detail: string }

function lineOf(
  date: OutsideDate | null | undefined,
  values: ImportedRow,
  merchantId: number,
): FoundLine {
  if (!date) return { ok: false, code: 'unknown-date', detail: values.date }
  const line = date.lineOf({ ...values, elsewhereMinor: values.price })
  const isSeat = values.seat !== ''
  const detail = isSeat ? [values.section, values.row, values.seat].join(' ').trim() : values.type
  if (!line.ok) return { ok: false, code: line.code, detail }
  if (line.value.merchantId !== merchantId)
    return { ok: false, code: 'unknown-type', detail: values.type }
  if (values.code !== '' && values.quantity !== 1)
    return { ok: false, code: 'code-quantity', detail: values.code }
  return ok(line.value)
}

const minute = 60_000

/** A date by its number, or by its start in any spelling of `isoMoment`. Two dates at one time have to be named by their numbers. */
function eventNamed(events: readonly StaffEvent[], text: string): StaffEvent | undefined {
  const moment = isoMoment(text)
  const isThen = ({ startsAt, timeZone }: StaffEvent): boolean => {
    const at = moment === null ? null : instantOf(moment, timeZone)
    return at instanceof Date && Math.abs(at.getTime() - startsAt.getTime()) < minute
  }
  const found = events.filter((event) => String(event.eventId) === text || isThen(event))
  return found.length === 1 ? found[0] : found.find(({ eventId }) => String(eventId) === text)
}

/** Rows that name a seat or a code of a date again. */
function repeated(lines: readonly LineOfRow[]): Problem[] {
  const seen = new Set<string>()
  const isAgain = (key: string): boolean => seen.size === seen.add(key).size
  return lines.flatMap(({ row, values, line: { itemId, placeId } }) => {
    const { section, row: label, seat, code } = values
    const again: Problem[] = []
    if (placeId !== null && isAgain(`${itemId} place ${placeId}`))
      again.push({ row, code: 'seat-twice', detail: [section, label, seat].join(' ').trim() })
    if (code !== '' && isAgain(`${itemId} code ${code}`))
      again.push({ row, code: 'code-taken', detail: code })
    return again
  })
}
