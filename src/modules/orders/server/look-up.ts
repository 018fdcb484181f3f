/** Search of orders by what a buyer can state, among all of the shop or those of a scope. */
import { sql, type RawBuilder } from 'kysely'
import type { OrderStatus } from '#contract/enumerations.ts'
import { emailSpellings } from '#kernel/email.ts'
import { hasPhoneShape, phoneDigitsOf, significantDigits } from '#kernel/phone-shape.ts'
import { spellingPattern } from '#kernel/spelling-pattern.ts'
import type { Context } from '#platform/context.ts'
import { orderNumberLength, type MoveReason } from './rules.ts'

/** How many of the newest orders are searched by name or part of a phone, and for unpaid orders. */
const newestMax = 20_000

export interface FoundOrder {
  readonly orderNumber: string
  readonly status: OrderStatus
  readonly buyerName: string
  readonly buyerEmail: string
  readonly buyerPhone: string
  readonly totalMinor: number
  readonly currency: string
  readonly createdAt: Date
  readonly processedAt: Date | null
}

/** The columns of `foundColumns`, and those that lists are ordered by. */
export const listedColumns =
  sql.raw(`o.id, o.order_number, o.status, o.buyer_name, o.buyer_email, o.buyer_phone,
  o.total_minor, o.currency, o.created_at, o.processed_at`)

/** The columns of a `FoundOrder`, of `orders o`. */
export const foundColumns =
  sql.raw(`o.order_number as "orderNumber", o.status, o.buyer_name as "buyerName",
  o.buyer_email as "buyerEmail", o.buyer_phone as "buyerPhone", o.total_minor as "totalMinor",
  o.currency, o.created_at as "createdAt", o.processed_at as "processedAt"`)

/** The detected kind of a search text. */
export type LookUpKind = 'number' | 'email' | 'phone' | 'name'

/** Detects the kind of a search text. */
export function lookUpKindOf(text: string): LookUpKind {
  if (text.includes('@')) return 'email'
  if (hasPhoneShape(text)) return 'phone'
  // Numbers of orders are letters and digits without a space; a name has no digit.
  return /^[\dA-Za-z-]+$/.test(text) && /\d/.test(text) ? 'number' : 'name'
}

/** The orders among which somebody may search. */
export interface LookUpScope {
  /** Condition on `order_line l`: an order of the scope has a line that meets it. */
  readonly line: RawBuilder<unknown>
  /** Numbers (`order_id`) of orders of the scope, however old; those of the last days may be missing. */
  readonly orders: RawBuilder<unknown>
}

/**
 * Orders that match the search text, the newest first. Paid ones are found by email and whole phone regardless of age;
 * by part of a phone, by the buyer's or a passenger's name in any spelling, by an answer to a question of an item of the
 * scope, and unpaid ones, among the newest 20,000.
 * | @param most counts orders of the scope alone
 * | @param scope null for all orders of the shop
 */
export async function lookUpOrders(
  context: Pick<Context, 'db'>,
  text: string,
  most: number,
  scope: LookUpScope | null = null,
): Promise<{ kind: LookUpKind; orders: FoundOrder[] }> {
  const kind = lookUpKindOf(text)
  const read = (by: LookUpKind) =>
    readWhere(context, sql`(${conditionOf(by, text, scope)}) and ${isWithin(scope)}`, most)
  // One order number in twenty has no digit and looks like a name.
  if (kind === 'name' && isLetters(text)) {
    const numbered = await read('number')
    if (numbered.length > 0) return { kind: 'number', orders: numbered }
  }
  // A text of digits may be an order number as well.
  const orders = await read(kind)
  if (kind !== 'number' || orders.length > 0) return { kind, orders }
  // No order has that number; a passport that was asked for may.
  const isAnswered = sql`${newestOf(scope)} and ${hasAnswer(text, scope)} and ${isWithin(scope)}`
  return { kind, orders: await readWhere(context, isAnswered, most) }
}

function isLetters(text: string): boolean {
  return text.length === orderNumberLength && /^[A-Za-z]+$/.test(text)
}

function isWithin(scope: LookUpScope | null): RawBuilder<unknown> {
  return scope
    ? sql`exists (select from order_line l where l.order_id = o.id and ${scope.line})`
    : sql`true`
}

/** The newest orders of the scope; others do not count. */
function newestOf(scope: LookUpScope | null): RawBuilder<unknown> {
  const newest = sql`o.id > (select coalesce(max(id), 0) - ${newestMax} from orders)`
  if (!scope) return newest
  return sql`o.id in (
    (select order_id from (${scope.orders}) as own order by order_id desc limit ${newestMax})
    union select o.id from orders o where ${newest} and ${isWithin(scope)})`
}

function conditionOf(
  kind: LookUpKind,
  text: string,
  scope: LookUpScope | null,
): RawBuilder<unknown> {
  const isNewest = newestOf(scope)
  const number = sql`o.order_number = ${text.toUpperCase().replaceAll(/[\s-]/g, '')}`
  if (kind === 'number') return number
  if (kind === 'email') {
    const same = sql`lower(o.buyer_email) = any(${emailSpellings(text)}::text[])`
    return sql`o.id in (
      select id from orders o where ${same} and o.processed_at is not null
      union select id from orders o where (${same} or ${hasAnswer(text, scope)}) and ${isNewest})`
  }
  if (kind === 'phone') {
    const digits = phoneDigitsOf(text)
    const only = sql`regexp_replace(o.buyer_phone, '\\D', '', 'g')`
    // Part of a phone number: consecutive digits anywhere in it.
    if (digits.length < significantDigits)
      return sql`(${isNewest} and (strpos(${only}, ${digits}) > 0 or ${hasAnswer(text, scope)})) or ${number}`
    const same = sql`right(${only}, 9) = ${digits}`
    return sql`o.id in (
      select id from orders o where ${same} and o.processed_at is not null
      union select id from orders o where (${same} or ${hasAnswer(text, scope)}) and ${isNewest}
      union select id from orders o where ${number})`
  }
  const name = spellingPattern(text)
  return sql`${isNewest} and (search_fold(o.buyer_name) ~ ${name} or exists (
    select from order_passenger p where p.order_id = o.id
      and search_fold(concat_ws(' ', p.given_name, p.family_name, p.name_ka)) ~ ${name})
    or ${hasAnswer(text, scope)})`
}

/**
 * Whether a question of the scope was answered with the text: with words in any spelling, or with these digits in any notation.
 * What another organiser has asked in the same order is not searched.
 */
function hasAnswer(text: string, scope: LookUpScope | null): RawBuilder<unknown> {
  const words = sql`search_fold(a ->> 'value') ~ ${spellingPattern(text)}`
  const digits = hasPhoneShape(text) ? phoneDigitsOf(text) : ''
  const isThis =
    digits === ''
      ? words
      : sql`(${words} or strpos(regexp_replace(a ->> 'value', '\\D', '', 'g'), ${digits}) > 0)`
  return sql`exists (
    select from order_extra e, jsonb_array_elements(e.answers) as a
    where e.order_id = o.id and ${isThis} and ${scope ? isAskedIn(scope) : sql`true`})`
}

/** Whether an answer `a` is about a line of the scope, or its item asked for it once for the order. */
function isAskedIn(scope: LookUpScope): RawBuilder<unknown> {
  return sql`exists (
    select from order_line l where l.order_id = o.id and l.kind = 'Ticket' and ${scope.line} and case
      when a ->> 'lineId' is not null then l.id = (a ->> 'lineId')::bigint
      when a -> 'askedBy' is not null then a -> 'askedBy' ? (l.source || ' ' || l.item_id)
      else not exists (select from order_line other where other.order_id = o.id and other.kind = 'Ticket'
        and other.merchant_id is distinct from l.merchant_id) end)`
}

async function readWhere(
  context: Pick<Context, 'db'>,
  condition: RawBuilder<unknown>,
  most: number,
): Promise<FoundOrder[]> {
  const { rows } = await sql<FoundOrder>`
    select ${foundColumns} from orders o where ${condition} order by o.id desc limit ${most}
  `.execute(context.db)
  return rows
}

/** One step of an order from a state to the next. */
export interface OrderMove {
  readonly at: Date
  readonly from: OrderStatus
  readonly to: OrderStatus
  readonly reason: MoveReason
}

/** Every state an order has had, the oldest first. */
export async function readOrderMoves(
  context: Pick<Context, 'db'>,
  orderId: number,
): Promise<OrderMove[]> {
  const { rows } = await sql<OrderMove>`
    select at, from_status as "from", to_status as "to", reason from order_log
    where order_id = ${orderId} order by id
  `.execute(context.db)
  return rows
}
