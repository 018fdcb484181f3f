/** Passengers of tickets: the data a source requires, the stored data, and who may read it. */
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { birthSpanOf, type BirthSpan } from '#kernel/age.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { PassengerQuestionView } from '../passenger-contract.ts'
import {
  isOfWrongAge,
  onlyRequired,
  problemsOfPassenger,
  tidyPassenger,
  type Passenger,
  type PassengerField,
  type PassengerKind,
  type PassengerTerms,
} from '../passenger-fields.ts'
import { withOpenOrder } from './commands/with-open-order.ts'
import { itemKey, soldItemOf, type SoldItem } from './item.ts'
import type { OfferSource } from './offer-source.ts'
import type { Order, OrderLine } from './order.ts'
import { namedElsewhere, type NamedOnce, type TicketUnit } from './passengers-elsewhere.ts'

/** The part of offer sources that requires passengers. */
export type NamingSource = Pick<OfferSource, 'name' | 'passengerTerms'>

export type GivenPassenger = TicketUnit & Passenger

/** A stored passenger with their ticket. */
export interface StoredPassenger extends TicketUnit {
  readonly orderId: number
  readonly passenger: Passenger
}

export interface NamedUnit extends TicketUnit {
  readonly terms: PassengerTerms
  readonly kind: PassengerKind | null
  /** Days of birth allowed on the ticket; null: anybody. */
  readonly born: BirthSpan | null
  /** Its passenger may be asked on board for proof of their age. */
  readonly provesAge: boolean
}

/** The named tickets of this order. Sources answer from memory, without a query. */
export async function namedUnits(
  context: Context,
  sources: readonly NamingSource[],
  order: Pick<Order, 'lines'>,
): Promise<NamedUnit[]> {
  const byItem = new Map<string, PassengerTerms | null>()
  const units: NamedUnit[] = []
  for (const line of order.lines) {
    const source = sources.find(({ name }) => name === line.source)
    const item = line.kind === 'Ticket' && source?.passengerTerms ? soldItemOf(line) : null
    if (!item) continue
    const key = itemKey(item)
    if (!byItem.has(key)) byItem.set(key, (await source?.passengerTerms?.(context, item)) ?? null)
    const terms = byItem.get(key)
    const typeId = line.ticketTypeId ?? 0
    if (!terms || terms.namelessTypes?.has(typeId)) continue
    const kind = terms.kindOfType?.get(typeId) ?? null
    const born = bornOf(terms, typeId, context.clock.now())
    const provesAge = terms.ageProvedTypes?.has(typeId) ?? false
    for (let unit = 0; unit < line.quantity; unit += 1)
      units.push({ lineId: line.id, unit, terms, kind, born, provesAge })
  }
  return units
}

/** Days of birth allowed for a ticket type; null when it has no age limit. */
export function bornOf(
  { asksBirthDate, ages }: Pick<PassengerTerms, 'asksBirthDate' | 'ages'>,
  ticketTypeId: number,
  now: Date,
): BirthSpan | null {
  const span = asksBirthDate ? ages?.ofType.get(ticketTypeId) : undefined
  return ages && span ? birthSpanOf(span, ages.on, now.toISOString().slice(0, 10)) : null
}

/** Whether a passenger is outside the age limits of an item's ticket type on its day. */
export async function isWrongAgeFor(
  context: Context,
  source: NamingSource,
  item: SoldItem,
  { ticketTypeId, passenger }: { readonly ticketTypeId: number; readonly passenger: Passenger },
): Promise<boolean> {
  const terms = await source.passengerTerms?.(context, item)
  if (!terms) return false
  const born = bornOf(terms, ticketTypeId, context.clock.now())
  return isOfWrongAge({ asksBirthDate: terms.asksBirthDate, born }, passenger)
}

/** Stores passengers of the caller's own open order; those of other tickets stay unchanged. */
export function namePassengers(
  context: Context,
  sources: readonly NamingSource[],
  given: { readonly orderKey: string; readonly passengers: readonly GivenPassenger[] },
): Promise<Result<Order, ErrorCode>> {
  return withOpenOrder(context, given.orderKey, (inside, order) =>
    savePassengers(inside, sources, order, given.passengers),
  )
}

/**
 * Stores the passengers of an order that the transaction has locked. `ExtraFieldsMissing` names each field that is
 * wrong as `body.passengers.<lineId>.<unit>.<field>`; `PassengerAgeWrong` when only days of birth are wrong. Passengers
 * of tickets without a name are dropped. With `keepsAges`, for passengers copied from a replaced ticket, ages are not
 * checked again.
 */
export async function savePassengers(
  context: Context,
  sources: readonly NamingSource[],
  order: Order,
  given: readonly GivenPassenger[],
  { keepsAges = false }: { readonly keepsAges?: boolean } = {},
): Promise<Result<Order, ErrorCode>> {
  if (given.length === 0) return ok(order)
  const units = new Map(
    (await namedUnits(context, sources, order)).map((one) => [unitKey(one), one]),
  )
  const fields: { path: string; message: string }[] = []
  const kept: GivenPassenger[] = []
  for (const one of given) {
    const unit = units.get(unitKey(one))
    if (!unit) continue
    const asked = { ...unit.terms, kind: unit.kind, born: keepsAges ? null : unit.born }
    for (const { field, problem } of problemsOfPassenger(asked, one))
      fields.push({ path: pathOf(one, field), message: problem })
    const { lineId } = one
    kept.push({ lineId, unit: one.unit, ...onlyRequired(unit.terms, tidyPassenger(one)) })
  }
  if (fields.length > 0) return fail(refusalOf(fields), { fields })
  if (kept.length === 0) return ok(order)
  const twice = namedTwice(order, units, [
    ...(await readPassengers(context, [order])).map(({ passenger, ...unit }) => ({
      ...unit,
      ...passenger,
    })),
    ...kept,
  ])
  if (twice) return fail('PassengerTwice', { fields: [twice] })
  const elsewhere = await namedElsewhere(context, order, namedOnce(order, units, kept))
  if (elsewhere.length > 0) {
    const keys = new Set(elsewhere.map(unitKey))
    const known = kept.filter((one) => keys.has(unitKey(one)))
    return fail('PassengerTwice', {
      fields: known.map((one) => ({
        path: pathOf(one, knownBy(one)),
        message: 'passengerTwice',
      })),
    })
  }
  await writePassengers(context, order.id, kept)
  const named = new Set(kept.map(({ lineId }) => lineId))
  const lines = order.lines.map((line) =>
    named.has(line.id)
      ? { ...line, detail: { ...line.detail, hasPassengers: true } as const }
      : line,
  )
  return ok({ ...order, lines })
}

/** A wrong age has its own error, which is more specific than a missing field. */
export function refusalOf(
  fields: readonly { readonly message: string }[],
): 'PassengerAgeWrong' | 'ExtraFieldsMissing' {
  return fields.every(({ message }) => message === 'ageWrong')
    ? 'PassengerAgeWrong'
    : 'ExtraFieldsMissing'
}

/**
 * The first ticket whose passenger has another one for the same legs, for items with one ticket per person; newly given
 * passengers replace stored ones.
 */
export function namedTwice(
  order: Pick<Order, 'lines'>,
  units: ReadonlyMap<string, NamedUnit>,
  named: readonly GivenPassenger[],
): { readonly path: string; readonly message: string } | null {
  const lines = new Map(order.lines.map((line) => [line.id, line]))
  const latest = new Map(named.map((one) => [unitKey(one), one]))
  const seen = new Map<string, OrderLine[]>()
  for (const [key, one] of latest) {
    const line = lines.get(one.lineId)
    if (!line || !units.get(key)?.terms.isOncePerItem) continue
    const person = `${line.source} ${line.itemId} ${personKey(one)}`
    const others = seen.get(person) ?? []
    if (others.some((other) => doOverlap(other, line)))
      return { path: pathOf(one, knownBy(one)), message: 'passengerTwice' }
    seen.set(person, [...others, line])
  }
  return null
}

/** The named tickets of items with one ticket per person. */
function namedOnce(
  { lines }: Pick<Order, 'lines'>,
  units: ReadonlyMap<string, NamedUnit>,
  named: readonly GivenPassenger[],
): NamedOnce[] {
  return named.flatMap(({ lineId, unit, ...passenger }) => {
    const line = lines.find(({ id }) => id === lineId)
    const isOnce = units.get(unitKey({ lineId, unit }))?.terms.isOncePerItem
    return line && isOnce ? [{ lineId, unit, line, passenger }] : []
  })
}

function doOverlap(one: OrderLine, other: OrderLine): boolean {
  return (one.legFrom ?? 0) < (other.legTo ?? 1) && (other.legFrom ?? 0) < (one.legTo ?? 1)
}

/** The same document is the same person; without one the same name and day of birth. */
function personKey(one: Passenger): string {
  if (one.documentNumber !== null) return `${one.nationality} ${one.documentNumber}`
  return `${one.givenName} ${one.familyName}`.toUpperCase() + ` ${one.birthDate}`
}

/** The field that two passengers of one person have in common. */
function knownBy({ documentNumber }: Pick<Passenger, 'documentNumber'>): PassengerField {
  return documentNumber === null ? 'givenName' : 'documentNumber'
}

export function unitKey({ lineId, unit }: TicketUnit): string {
  return `${lineId}.${unit}`
}

export function pathOf(unit: TicketUnit, field: string): string {
  return `body.passengers.${unitKey(unit)}.${field}`
}

async function writePassengers(
  context: Context,
  orderId: number,
  passengers: readonly GivenPassenger[],
): Promise<void> {
  const rows = [...new Map(passengers.map((one) => [unitKey(one), one])).values()]
  await sql`
    insert into order_passenger (order_line_id, line_unit, order_id, given_name, family_name,
      name_ka, kind, document_kind, document_number, nationality, birth_date, updated_at)
    select "lineId", unit, ${orderId}, "givenName", "familyName", "nameKa", kind, "documentKind",
      "documentNumber", nationality, "birthDate", ${context.clock.now()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as n("lineId" bigint, unit integer,
      "givenName" text, "familyName" text, "nameKa" text, kind smallint, "documentKind" text,
      "documentNumber" text, nationality text, "birthDate" date)
    on conflict (order_line_id, line_unit) do update set given_name = excluded.given_name,
      family_name = excluded.family_name, name_ka = excluded.name_ka, kind = excluded.kind,
      document_kind = excluded.document_kind, document_number = excluded.document_number,
      nationality = excluded.nationality, birth_date = excluded.birth_date,
      updated_at = excluded.updated_at`.execute(context.db)
  await sql`
    update order_line set detail = detail || '{"hasPassengers": true}'
    where id = any(${rows.map(({ lineId }) => lineId)}::bigint[])`.execute(context.db)
}

/** Fields of tickets without a passenger; places may have been added after the details. */
export async function missingPassengers(
  context: Context,
  sources: readonly NamingSource[],
  order: Order,
): Promise<{ readonly path: string; readonly message: string }[]> {
  const units = await namedUnits(context, sources, order)
  if (units.length === 0) return []
  const named = new Set((await readPassengers(context, [order])).map(unitKey))
  return units
    .filter((unit) => !named.has(unitKey(unit)))
    .map((unit) => ({ path: pathOf(unit, 'givenName'), message: 'extraMissing' }))
}

/** Passenger fields of the checkout page with stored values. */
export async function presentPassengers(
  context: Context,
  sources: readonly NamingSource[],
  order: Order,
): Promise<PassengerQuestionView[]> {
  const units = await namedUnits(context, sources, order)
  if (units.length === 0) return []
  const known = await readPassengers(context, [order])
  return units.map(({ lineId, unit, terms, kind, born, provesAge }) => ({
    lineId,
    unit,
    asksNameKa: terms.asksNameKa,
    documentKinds: [...terms.documentKinds],
    asksBirthDate: terms.asksBirthDate,
    kind,
    born,
    ...(provesAge && { provesAge }),
    passenger: known.find((one) => unitKey(one) === unitKey({ lineId, unit }))?.passenger ?? null,
  }))
}

type OrderWithLines = {
  readonly id: number
  readonly lines: readonly Pick<OrderLine, 'detail'>[]
}

/** The passengers of these orders; orders without named tickets need no query. */
export async function readPassengers(
  context: Pick<Context, 'db'>,
  orders: readonly OrderWithLines[],
): Promise<StoredPassenger[]> {
  const ids = orders.flatMap(({ id, lines }) =>
    lines.some((line) => line.detail.hasPassengers) ? [id] : [],
  )
  if (ids.length === 0) return []
  const { rows } = await sql<PassengerRow>`
    select order_id as "orderId", order_line_id as "lineId", line_unit as unit,
      given_name as "givenName", family_name as "familyName", name_ka as "nameKa", kind,
      document_kind as "documentKind", document_number as "documentNumber", nationality,
      birth_date::text as "birthDate"
    from order_passenger where order_id = any(${ids}::bigint[])
    order by order_line_id, line_unit`.execute(context.db)
  return rows.map(({ orderId, lineId, unit, ...passenger }) => ({
    orderId,
    lineId,
    unit,
    passenger,
  }))
}

type PassengerRow = TicketUnit & Passenger & { readonly orderId: number }

/** A retry of an order has the same passengers; its tickets are in the same order as those of the first. */
export async function copyPassengers(context: Context, from: Order, to: Order): Promise<void> {
  const known = await readPassengers(context, [from])
  if (known.length === 0) return
  const ticketsOf = (order: Order) => order.lines.filter((line) => line.kind === 'Ticket')
  const copies = ticketsOf(to)
  const lineIds = new Map(ticketsOf(from).map((line, index) => [line.id, copies[index]?.id]))
  const copied = known.flatMap(({ lineId, unit, passenger }) => {
    const copy = lineIds.get(lineId)
    return copy === undefined ? [] : [{ lineId: copy, unit, ...passenger }]
  })
  await writePassengers(context, to.id, copied)
}

/** All passengers a customer has named, for the export of their data. */
export async function exportPassengers(
  context: Pick<Context, 'db'>,
  orders: readonly (OrderWithLines & { readonly orderNumber: string })[],
): Promise<({ readonly orderNumber: string } & Passenger)[]> {
  const numbers = new Map(orders.map(({ id, orderNumber }) => [id, orderNumber]))
  const known = await readPassengers(context, orders)
  return known.map(({ orderId, passenger }) => ({
    orderNumber: numbers.get(orderId) ?? '',
    ...passenger,
  }))
}
