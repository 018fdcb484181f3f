/**
 * Imports orders that were sold elsewhere: their places are taken and their tickets issued, all or none. No money of theirs is
 * posted. A reference is imported once.
 */
import { createHash } from 'node:crypto'
import { orderStatus } from '#contract/enumerations.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { ImportProblem, ImportReport } from '#modules/box-office/outside-contract.ts'
import {
  findOutsideOrders,
  lockOutsideOrders,
  placeOutside,
  type KnownOutside,
  type Order,
  type OutsideOrder,
  type RefusedOutside,
} from '#modules/orders/server/public-api.ts'
import { issueTickets, writeOutsideCodes } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { takeFromAllotments } from './from-allotments.ts'
import type { OutsideScope } from './outside-scope.ts'
import type { ImportedRow, PreparedImport, ReadRow } from './prepare-import.ts'
import { storeAnswers } from './read-answers.ts'
import { readLines, type LineOfRow } from './read-lines.ts'

/** Problems that are reported at most. */
const problemsMax = 200

type Problem = ImportReport['problems'][number]

/** Rows of one reference of one seller. */
interface ImportedOrder {
  readonly seller: string
  readonly reference: string
  readonly digest: string
  readonly rows: readonly LineOfRow[]
}

export async function importOrders(
  context: Context,
  scope: OutsideScope,
  { rows, isDryRun, sendsTickets }: PreparedImport,
): Promise<ImportReport> {
  if (rows === null) return reportOf(0, [{ row: 0, code: 'file', detail: '' }])
  let report: ImportReport = reportOf(rows.length, [])
  await inTransaction<Result<null, 'Conflict'>>(context, async (inside) => {
    await lockOutsideOrders(inside, scope.merchantId)
    report = await takeIn(inside, scope, rows, sendsTickets)
    // A failure rolls everything back: a check leaves nothing, and so does a file with a problem.
    if (isDryRun || report.problems.length > 0 || report.newCount === 0) return fail('Conflict')
    await scope.log(inside, {
      action: 'orders.import',
      subject: 'orders',
      after: { newCount: report.newCount, ticketCount: report.ticketCount },
    })
    report = { ...report, isTakenIn: true }
    return ok(null)
  })
  return report
}

async function takeIn(
  context: Context,
  scope: OutsideScope,
  rows: readonly ReadRow[],
  sendsTickets: boolean,
): Promise<ImportReport> {
  const { lines, problems } = await readLines(context, scope, rows)
  const grouped = groupOrders(lines)
  const references = grouped.map(({ reference }) => reference)
  const known = await findOutsideOrders(context, scope.merchantId, references)
  const { fresh, differing } = withoutKnown(grouped, known)
  const all = [
    ...problems,
    ...grouped.flatMap(differingBuyers),
    ...grouped.flatMap(differingAnswers),
    ...differing,
  ]
  const counts = {
    rowCount: rows.length,
    newCount: fresh.length,
    ticketCount: fresh.flatMap(({ rows: own }) => own).reduce((sum, one) => sum + unitsOf(one), 0),
    knownCount: grouped.length - fresh.length,
  }
  if (all.length > 0 || fresh.length === 0) return { ...reportOf(rows.length, all), ...counts }
  await takeFromAllotments(
    context,
    scope.merchantId,
    fresh.flatMap(({ seller, rows: own }) => own.map(({ line }) => ({ seller, line }))),
  )
  const placed = await placeOutside(
    context,
    fresh.map((order) => outsideOrder(scope, order)),
  )
  if (!placed.ok) {
    const refused = (placed.detail?.refused ?? []) as readonly RefusedOutside[]
    return { ...reportOf(rows.length, takenPlaces(fresh, refused)), ...counts }
  }
  for (const [index, order] of placed.value.entries())
    await storeAnswers(context, order, fresh[index]?.rows ?? [])
  const codes = await issueAll(context, fresh, placed.value, sendsTickets)
  return { ...reportOf(rows.length, codes), ...counts }
}

function reportOf(rowCount: number, problems: readonly Problem[]): ImportReport {
  const sorted = problems.toSorted((one, other) => one.row - other.row).slice(0, problemsMax)
  return {
    isTakenIn: false,
    rowCount,
    newCount: 0,
    ticketCount: 0,
    knownCount: 0,
    problems: sorted,
  }
}

function problemAt({ row }: LineOfRow, code: ImportProblem, detail: string): Problem {
  return { row, code, detail }
}

function unitsOf({ values }: LineOfRow): number {
  return values.quantity
}

function groupOrders(lines: readonly LineOfRow[]): ImportedOrder[] {
  const groups = Map.groupBy(lines, ({ values }) =>
    JSON.stringify([values.seller, values.reference]),
  )
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows
    if (!first) return []
    const { seller, reference } = first.values
    return [{ seller, reference, rows, digest: digestOf(rows) }]
  })
}

/** Of what the rows mean, in any order and however they name their date and place. */
function digestOf(rows: readonly LineOfRow[]): string {
  const texts = rows.map(({ values, line, answers }) => {
    const { itemId, ticketTypeId, placeId, poolId } = line
    const { quantity, name, email, phone, price, code } = values
    const buyer = [name, email, phone]
    const sold = [itemId, ticketTypeId, placeId, poolId, quantity, price, code, ...buyer]
    // Rows without answers have the digest of earlier versions.
    const given = answers.map(({ field, value }) => `${field.per} ${field.key} ${value}`).toSorted()
    return JSON.stringify([...sold, ...given])
  })
  return createHash('sha256').update(texts.toSorted().join('\n')).digest('hex')
}

/** One order has one buyer. */
function differingBuyers({ rows }: ImportedOrder): Problem[] {
  const buyerOf = ({ name, email, phone }: ImportedRow) => JSON.stringify([name, email, phone])
  const [first] = rows
  return rows
    .filter(({ values }) => first && buyerOf(values) !== buyerOf(first.values))
    .map((one) => problemAt(one, 'buyer-differs', one.values.reference))
}

/** What is asked once for an order has one answer in it. */
function differingAnswers({ rows }: ImportedOrder): Problem[] {
  const first = new Map<unknown, string>()
  return rows.flatMap((one) =>
    one.answers
      .filter(({ field, value }) => {
        if (field.per !== 'order') return false
        if (!first.has(field)) first.set(field, value)
        return first.get(field) !== value
      })
      .map(({ value }) => problemAt(one, 'answer-differs', value)),
  )
}

function withoutKnown(grouped: readonly ImportedOrder[], known: readonly KnownOutside[]) {
  const fresh: ImportedOrder[] = []
  const differing: Problem[] = []
  for (const order of grouped) {
    const { seller, reference, digest, rows } = order
    const found = known.find((one) => one.seller === seller && one.reference === reference)
    if (!found) {
      fresh.push(order)
      continue
    }
    const isSame = found.digest === digest
    if (isSame && found.status !== orderStatus.Canceled) continue
    const code = isSame ? 'reference-cancelled' : 'reference-differs'
    differing.push(...rows.slice(0, 1).map((row) => problemAt(row, code, reference)))
  }
  return { fresh, differing }
}

function outsideOrder(
  { merchantId, staffId }: OutsideScope,
  { seller, reference, digest, rows }: ImportedOrder,
): OutsideOrder {
  const { name = '', email = '', phone = '' } = rows[0]?.values ?? {}
  return {
    status: orderStatus.Imported,
    merchantId,
    buyer: { name, email, phone },
    seller,
    reference,
    digest,
    createdBy: staffId,
    lines: rows.map(({ line }) => line),
  }
}

function takenPlaces(
  fresh: readonly ImportedOrder[],
  refused: readonly RefusedOutside[],
): Problem[] {
  return refused.flatMap(({ index, placeIds, poolIds }) => {
    const rows = fresh[index]?.rows ?? []
    const taken = rows.filter(({ line: { placeId, poolId } }) =>
      placeId === null ? poolIds.includes(poolId ?? 0) : placeIds.includes(placeId),
    )
    return (taken.length > 0 ? taken : rows.slice(0, 1)).map((one) =>
      problemAt(one, 'place-taken', placeText(one.values)),
    )
  })
}

function placeText({ section, row, seat, type }: ImportedRow): string {
  return [section, row, seat].filter((part) => part !== '').join(' ') || type
}

/** Issues the tickets, with the codes that they have elsewhere. Returns the rows whose code another ticket of the date has. */
async function issueAll(
  context: Context,
  fresh: readonly ImportedOrder[],
  placed: readonly Order[],
  sendsTickets: boolean,
): Promise<Problem[]> {
  for (const order of placed) {
    const isUnsent = !sendsTickets || order.buyer.email === ''
    await issueTickets(context, { ...order, isUnsent })
  }
  const coded = fresh.flatMap(({ rows }, index) => {
    const lines = placed[index]?.lines ?? []
    return rows.flatMap((row, position) => {
      const { code } = row.values
      const line = lines[position]
      return code === '' || !line ? [] : [{ row, lineId: line.id, code }]
    })
  })
  const refused = new Set(await writeOutsideCodes(context, coded))
  return coded
    .filter(({ lineId }) => refused.has(lineId))
    .map(({ row, code }) => problemAt(row, 'code-taken', code))
}
