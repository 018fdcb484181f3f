/** Decisions about sold items, numbered per item, and the valid tickets at each (decision 120). */
import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { Order, SoldItem } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { ticketStatuses } from '../statuses.ts'
import { isOfPart, type TicketPart } from '../queries/valid-tickets.ts'

/** What was decided about an item; see `HolderNotification`. */
export type DecidedChange =
  | 'moved'
  | 'delayed'
  | 'cancelled'
  | 'flight-cancelled'
  | 'reinstated'
  | 'platform'
  | 'skipped'
  | 'served'

/** ISO instants by boarding leg; `*`: of the whole item. */
export type StartsBefore = Readonly<Record<string, string>>

export interface Decision extends TicketPart {
  readonly id: number
  /** Counts the decisions about the item, from 1. */
  readonly number: number
  readonly change: DecidedChange
  /** When tickets began before. */
  readonly startsBefore: StartsBefore
  readonly formerPlatform: string | null
  readonly choiceUntil: Date | null
  readonly decidedAt: Date
}

type NewDecision = Omit<Decision, 'id' | 'number' | 'decidedAt'> & {
  /** Now when absent. */
  readonly decidedAt?: Date
}

interface DecisionRow extends Omit<
  Decision,
  'id' | 'offeringId' | 'legs' | 'boardingLegs' | 'alightingLegs'
> {
  readonly id: string
  readonly offeringId: string
  readonly legFrom: number | null
  readonly legTo: number | null
  readonly boardingLegs: number[] | null
  readonly alightingLegs: number[] | null
}

const columns =
  sql.raw(`d.id, d.source, d.item_id as "itemId", d.number, d.offering_id as "offeringId", d.change,
  d.leg_from as "legFrom", d.leg_to as "legTo", d.boarding_legs as "boardingLegs",
  d.alighting_legs as "alightingLegs", d.starts_before as "startsBefore",
  d.former_platform as "formerPlatform", d.choice_until as "choiceUntil", d.decided_at as "decidedAt"`)

function decisionOf({
  id,
  offeringId,
  legFrom,
  legTo,
  boardingLegs,
  alightingLegs,
  ...row
}: DecisionRow): Decision {
  return {
    ...row,
    id: Number(id),
    offeringId: Number(offeringId),
    ...(legFrom !== null && legTo !== null && { legs: { from: legFrom, to: legTo } }),
    ...(boardingLegs && { boardingLegs }),
    ...(alightingLegs && { alightingLegs }),
  }
}

/** Of decisions about one topic only the newest is told. */
function topicOf(change: DecidedChange): 'time' | 'platform' | 'stops' {
  if (change === 'skipped' || change === 'served') return 'stops'
  return change === 'platform' ? 'platform' : 'time'
}

/** What is bought depends on these; platforms are announced until the departure. */
const boughtTopics = sql.raw(`('time', 'stops')`)

/**
 * Records a decision with the tickets that are valid now, in the transaction that carries it out and has locked the item.
 * The same change of
 * the same part from the same times at one instant is one decision: null when it was recorded before.
 */
export async function recordDecision(
  context: Context,
  made: NewDecision,
): Promise<Decision | null> {
  invariant(context.db.isTransaction, 'a decision is recorded together with what it changes')
  const { source, itemId, offeringId, change, legs, boardingLegs = null } = made
  const alightingLegs = made.alightingLegs ? [...made.alightingLegs] : null
  const decidedAt = made.decidedAt ?? context.clock.now()
  const { rows } = await sql<DecisionRow>`
    insert into item_decision as d (source, item_id, number, offering_id, change, topic, leg_from, leg_to,
      boarding_legs, alighting_legs, starts_before, former_platform, choice_until, decided_at, last_order_id)
    select ${source}, ${itemId}::integer, coalesce(max(number), 0) + 1, ${offeringId}::bigint, ${change},
      ${topicOf(change)}, ${legs?.from ?? null}::smallint, ${legs?.to ?? null}::smallint,
      ${boardingLegs && [...boardingLegs]}::smallint[], ${alightingLegs}::smallint[],
      ${JSON.stringify(made.startsBefore)}::jsonb, ${made.formerPlatform}, ${made.choiceUntil}::timestamptz, ${decidedAt}::timestamptz,
      coalesce((select max(order_id) from order_summary), 0)
    from item_decision where source = ${source} and item_id = ${itemId}::integer
    having not coalesce(bool_or(decided_at = ${decidedAt}::timestamptz and change = ${change}
      and starts_before = ${JSON.stringify(made.startsBefore)}::jsonb
      and leg_from is not distinct from ${legs?.from ?? null}::smallint
      and leg_to is not distinct from ${legs?.to ?? null}::smallint
      and boarding_legs is not distinct from ${boardingLegs && [...boardingLegs]}::smallint[]
      and alighting_legs is not distinct from ${alightingLegs}::smallint[]), false)
    returning ${columns}`.execute(context.db)
  const [row] = rows
  if (!row) return null
  const decision = decisionOf(row)
  await sql`
    insert into ticket_news (decision_id, ticket_id, order_id, issue_number, leg_from, leg_to, holder_session_id,
      holder_customer_id)
    select ${decision.id}, t.id, t.order_id, t.issue_number, t.leg_from, t.leg_to, t.holder_session_id,
      t.holder_customer_id
    from ticket t where ${isOfPart(decision)}`.execute(context.db)
  return decision
}

export async function readDecision(
  { db }: Pick<Context, 'db'>,
  id: number,
): Promise<Decision | undefined> {
  const { rows } = await sql<DecisionRow>`
    select ${columns} from item_decision d where d.id = ${id}`.execute(db)
  return rows[0] && decisionOf(rows[0])
}

/** The newest decision about an item. */
export async function newestDecision(
  { db }: Pick<Context, 'db'>,
  { source, itemId }: Pick<SoldItem, 'source' | 'itemId'>,
): Promise<Decision | undefined> {
  const { rows } = await sql<DecisionRow>`
    select ${columns} from item_decision d where d.source = ${source} and d.item_id = ${itemId}
    order by d.number desc limit 1`.execute(db)
  return rows[0] && decisionOf(rows[0])
}

/** Whether a later decision about the same topic concerns these legs: then that one is told. */
export async function isSuperseded(
  { db }: Pick<Context, 'db'>,
  { id, source, itemId }: Decision,
  { legFrom, legTo }: Pick<SoldItem, 'legFrom' | 'legTo'>,
): Promise<boolean> {
  const { rows } = await sql<{ later: boolean }>`
    select exists (select from item_decision d, item_decision own
      where own.id = ${id} and d.source = ${source} and d.item_id = ${itemId} and d.number > own.number
        and d.topic = own.topic and ${concerns(sql`${legFrom}::smallint`, sql`${legTo}::smallint`)}) as later`.execute(
    db,
  )
  return rows[0]?.later === true
}

/** Whether a decision `d` concerns tickets for these legs, as SQL. */
function concerns(legFrom: ReturnType<typeof sql>, legTo: ReturnType<typeof sql>) {
  return sql`(d.leg_from is null or (${legFrom} < d.leg_to and ${legTo} > d.leg_from))
    and (d.boarding_legs is null or ${legFrom} = any(d.boarding_legs)
      or ${legTo} = any(d.alighting_legs))`
}

/** Whether a decision `d` was made after an order was begun, as SQL. */
function isAfter({ id, heldSince }: Pick<Order, 'id' | 'heldSince'>) {
  return sql`(d.decided_at > ${heldSince} or (d.decided_at = ${heldSince} and d.last_order_id >= ${id}))`
}

/** A ticket at a decision, and who held it then. */
export interface TicketAtDecision {
  readonly ticketId: number
  readonly orderId: number
  readonly issueNumber: number
  readonly legFrom: number
  readonly legTo: number
  readonly holderSessionId: string | null
  readonly holderCustomerId: string | null
}

/** The tickets that were valid at a decision; of one order when it is given. */
export async function readTicketsAt(
  { db }: Pick<Context, 'db'>,
  decisionId: number,
  orderId: number | null = null,
): Promise<TicketAtDecision[]> {
  const { rows } = await sql<TicketAtDecision>`
    select ticket_id::int8 as "ticketId", order_id::int8 as "orderId", issue_number as "issueNumber",
      leg_from as "legFrom", leg_to as "legTo", holder_session_id as "holderSessionId",
      holder_customer_id as "holderCustomerId"
    from ticket_news where decision_id = ${decisionId} and (${orderId}::bigint is null or order_id = ${orderId})
    order by order_id, leg_from, leg_to, ticket_id`.execute(db)
  return rows.map((row) => ({
    ...row,
    ticketId: Number(row.ticketId),
    orderId: Number(row.orderId),
  }))
}

/** What has become of the items of an unpaid order since its places were chosen. */
interface OrderChanges {
  /** Something of it does not take place. */
  readonly isEnded: boolean
  /** Something was decided that its buyer was not told of. */
  readonly isChanged: boolean
}

/**
 * Whether the items of an unpaid order are still what its buyer chose, in one statement. Platforms are announced until
 * the departure and are not part of what is bought.
 */
export async function changesOfOrder(
  { db }: Pick<Context, 'db'>,
  { id, heldSince, lines }: Pick<Order, 'id' | 'heldSince' | 'lines'>,
): Promise<OrderChanges> {
  const items = lines.flatMap(({ source, itemId, offeringId, legFrom, legTo }) =>
    itemId === null || offeringId === null
      ? []
      : [{ source, itemId, offeringId, legFrom: legFrom ?? 0, legTo: legTo ?? 1 }],
  )
  if (items.length === 0) return { isEnded: false, isChanged: false }
  const { rows } = await sql<OrderChanges>`
    select coalesce(bool_or(sale.is_ended or coalesce(stops.change = 'skipped', false)), false) as "isEnded",
      coalesce(bool_or(exists (select from item_decision d
        where d.source = i.source and d.item_id = i.item_id and d.topic in ${boughtTopics} and ${isAfter({ id, heldSince })}
          and ${concerns(sql`i.leg_from`, sql`i.leg_to`)}
          and not exists (select from order_told o where o.order_id = ${id} and o.told_at >= d.decided_at))), false)
        as "isChanged"
    from unnest(${items.map(({ source }) => source)}::text[], ${items.map(({ itemId }) => itemId)}::integer[],
      ${items.map(({ offeringId }) => offeringId)}::bigint[], ${items.map(({ legFrom }) => legFrom)}::smallint[],
      ${items.map(({ legTo }) => legTo)}::smallint[]) as i(source, item_id, offering_id, leg_from, leg_to)
    left join lateral (
      select d.change from item_decision d
      where d.source = i.source and d.item_id = i.item_id and d.topic = 'stops'
        and ${concerns(sql`i.leg_from`, sql`i.leg_to`)}
      order by d.number desc limit 1
    ) as stops on true
    left join offering_sale sale on sale.offering_id = i.offering_id`.execute(db)
  return rows[0] ?? { isEnded: false, isChanged: false }
}

/** The buyer of an unpaid order was told of everything decided until now. */
export async function recordOrderTold(
  context: Pick<Context, 'db' | 'clock'>,
  orderId: number,
): Promise<void> {
  const now = context.clock.now()
  await sql`
    insert into order_told (order_id, told_at) values (${orderId}, ${now})
    on conflict (order_id) do update set told_at = excluded.told_at`.execute(context.db)
}

/**
 * Adds tickets of an order to the newest decision about times, and about stops, of each item that was made between the choice of their places and
 * their issue, unless they were there: a payment was under way. Returns these decisions.
 */
export async function joinMissedDecisions(
  context: Context,
  order: Pick<Order, 'id' | 'heldSince'>,
): Promise<number[]> {
  const { rows } = await sql<{ decisionId: string }>`
    insert into ticket_news (decision_id, ticket_id, order_id, issue_number, leg_from, leg_to, holder_session_id,
      holder_customer_id)
    select d.id, t.id, t.order_id, t.issue_number, t.leg_from, t.leg_to, t.holder_session_id, t.holder_customer_id
    from ticket t cross join lateral (
      select distinct on (d.topic) d.id from item_decision d
      where d.source = t.source and d.item_id = t.item_id and d.topic in ${boughtTopics}
        and ${concerns(sql`t.leg_from`, sql`t.leg_to`)}
      order by d.topic, d.number desc) as newest
    join item_decision d on d.id = newest.id and ${isAfter(order)} and d.decided_at <= ${context.clock.now()}
    where t.order_id = ${order.id} and t.issued_at > d.decided_at - interval '1 hour'
      and t.status = ${ticketStatuses.Active}
      and not exists (select from order_told o where o.order_id = t.order_id and o.told_at >= d.decided_at)
    on conflict (decision_id, ticket_id) do nothing
    returning decision_id as "decisionId"`.execute(context.db)
  return [...new Set(rows.map(({ decisionId }) => Number(decisionId)))]
}

/** Rows about decisions of longer ago tell nobody anything. */
const keptDays = 60

/** Deletes who was told of old decisions, and unpaid orders' records. Returns how many. */
export async function deleteOldNews(context: Context): Promise<number> {
  const before = new Date(context.clock.now().getTime() - keptDays * 86_400_000)
  const { numAffectedRows } = await sql`
    delete from ticket_news n using item_decision d where d.id = n.decision_id and d.decided_at < ${before}`.execute(
    context.db,
  )
  await sql`delete from order_told where told_at < ${before}`.execute(context.db)
  return Number(numAffectedRows ?? 0)
}
