import { sql } from 'kysely'
import { orderStatusName, ticketStatus } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { currencies } from '#kernel/currencies.ts'
import { money, type Currency, type Money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { passengersOf, unitKey, type EntrancePorts } from '#modules/entrance/server/public-api.ts'
import {
  answersOfLines,
  countTickets,
  describeBySource,
  findOrder,
  itemKey,
  itemNote,
  paidMinorOf,
  presentAnswers,
  readExtras,
  shareOfDiscounts,
  soldItemOf,
  soldItemsOf,
  ticketPlaceOf,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { readReturns } from '#modules/returns/server/public-api.ts'
import { countsInKind, readTicketStates } from '#modules/tickets/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { MerchantOrderLine, MerchantOrderView } from '../../orders-contract.ts'
import { isWhollyOwn, undeliveredOf } from './undelivered.ts'

/** Ticket lines that the caller's organiser sells. */
export function ownLines(order: Order, { merchantId }: StaffActor) {
  return order.lines.filter((line) => line.kind === 'Ticket' && line.merchantId === merchantId)
}

/** Prices of lines without fees, one sum for each currency that they were set in, lari first. */
function pricesOf(lines: Order['lines'], charged: Currency): Money[] {
  const sums = new Map<Currency, number>()
  for (const { quantity, unitPriceMinor, detail } of lines) {
    const set = detail.foreign ?? { unitPriceMinor, currency: charged }
    sums.set(set.currency, (sums.get(set.currency) ?? 0) + set.unitPriceMinor * quantity)
  }
  return currencies.flatMap((currency) => {
    const sum = sums.get(currency)
    return sum === undefined ? [] : [money(sum, currency)]
  })
}

/** What discounts took off the organiser's own tickets, and what was paid for them. */
export function amountsOf(
  order: Order,
  actor: StaffActor,
): { readonly discountMinor: number; readonly paidMinor: number } {
  let discountMinor = 0
  let paidMinor = 0
  for (const line of ownLines(order, actor)) {
    const share = shareOfDiscounts(order, line)
    discountMinor += share.fundedByMerchantMinor + share.fundedByPlatformMinor
    paidMinor += line.amountMinor - share.takenOffMinor
  }
  return { discountMinor, paidMinor }
}

/** An order in the organiser's list. */
export function presentLine(order: Order, actor: StaffActor): MerchantOrderLine {
  const { name, email, phone } = order.buyer
  const lines = ownLines(order, actor)
  const { discountMinor, paidMinor } = amountsOf(order, actor)
  return {
    orderNumber: order.orderNumber,
    statusName: orderStatusName(order.status),
    buyerName: name,
    buyerEmail: email,
    buyerPhone: phone,
    ...countTickets(lines),
    prices: pricesOf(lines, order.currency),
    discount: money(discountMinor, order.currency),
    ticketsPaid: money(paidMinor, order.currency),
    createdAt: order.createdAt.toISOString(),
    paidAt: order.processedAt?.toISOString() ?? null,
  }
}

/** An order with tickets of the caller's organiser; any other is not found. */
export async function findOwnOrder(
  context: Context,
  actor: StaffActor,
  orderNumber: string,
): Promise<Result<Order, 'NotFound'>> {
  const order = await findOrder(context, { orderNumber: orderNumber.toUpperCase() })
  return order && ownLines(order, actor).length > 0 ? ok(order) : fail('NotFound')
}

interface TicketRow {
  readonly id: number
  readonly lineId: number
  readonly unit: number
  readonly section: LocalizedText | null
  readonly row: string | null
  readonly seat: string | null
}

async function readTicketRows(context: Context, orderId: number): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    select ticket_id::float8 as id, order_line_id::float8 as "lineId", line_unit as unit,
      section_name as section, row_label as row, seat_label as seat
    from ticket_summary where order_id = ${orderId} order by order_line_id, line_unit`.execute(
    context.db,
  )
  return rows
}

/** One order as shown to its organiser: each ticket as its source describes it, with its legs. */
export async function readOwnOrder(
  context: Context,
  { tickets: { orders: described } }: EntrancePorts,
  { actor, orderNumber }: { readonly actor: StaffActor; readonly orderNumber: string },
): Promise<Result<MerchantOrderView, 'NotFound'>> {
  const found = await findOwnOrder(context, actor, orderNumber)
  if (!found.ok) return found
  const order = found.value
  const lines = ownLines(order, actor)
  const own = new Map(lines.map((line) => [line.id, line]))
  const [states, rows, descriptions, names, extras] = await Promise.all([
    readTicketStates(context, order.id, { isLocked: false }),
    readTicketRows(context, order.id),
    describeBySource(described.sources, soldItemsOf(lines), (source, items) =>
      source.describeItems(context, items),
    ),
    passengersOf(
      context,
      lines.map(({ id, detail }) => ({ orderId: order.id, orderLineId: id, lineUnit: 0, detail })),
    ),
    readExtras(context, [order]),
  ])
  const answers = answersOfLines(extras, lines)
  const ownIds = new Set(rows.filter(({ lineId }) => own.has(lineId)).map(({ id }) => id))
  const tickets = rows.flatMap((row): MerchantOrderView['tickets'] => {
    const line = own.get(row.lineId)
    const state = states.find(({ id }) => id === row.id)
    if (!line || !state) return []
    const item = soldItemOf(line)
    const about = item ? descriptions.get(itemKey(item)) : undefined
    const { locale } = context
    const { foreign } = line.detail
    return [
      {
        ticketIdentifier: state.identifier,
        itemName: (about?.name ?? line.description)[locale],
        itemNote: about ? itemNote(about)[locale] : '',
        startsAt: about && about.kind !== 'pass' ? about.startsAt.toISOString() : null,
        timeZone: about?.timeZone ?? 'Asia/Tbilisi',
        typeName: line.description[locale],
        place: ticketPlaceOf({ ...row, detail: line.detail }, locale) ?? '',
        passengerName:
          names.get(unitKey({ orderLineId: line.id, lineUnit: row.unit }))?.name ?? null,
        statusName: statusNameOf(state.status),
        isUsed: state.isUsed,
        isGoods: line.detail.isGoods === true,
        isBaggage: line.detail.isBaggage === true,
        price: money(line.unitPriceMinor, order.currency),
        paid: money(
          line.unitPriceMinor - shareOfDiscounts(order, line, row.unit).takenOffMinor,
          order.currency,
        ),
        setPrice: foreign ? money(foreign.unitPriceMinor, foreign.currency) : null,
        answers: presentAnswers(
          answers.of({ orderId: order.id, orderLineId: line.id, lineUnit: row.unit }),
          locale,
        ),
      },
    ]
  })
  const returns = await readReturns(context, { orderId: order.id })
  const undelivered = await undeliveredOf(context, order)
  const countBack = await countsInKind(context, order)
  return ok({
    ...presentLine(order, actor),
    tickets,
    answers: presentAnswers(answers.ofOrder, context.locale),
    paid: isWhollyOwn(order, actor) ? money(paidMinorOf(order), order.currency) : null,
    returns: returns
      .map((made) => ({ made, own: made.tickets.filter(({ ticketId }) => ownIds.has(ticketId)) }))
      .filter((one) => one.own.length > 0)
      .map(({ made, own: back }) => ({
        kind: made.kind,
        amount: money(
          back.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
          made.currency,
        ),
        ...countBack(back),
        at: made.createdAt.toISOString(),
      })),
    notes: await readNotes(context, actor, order.id),
    undelivered: undelivered.map(({ job, error, failedAt }) => ({
      kind: job,
      error,
      failedAt: failedAt.toISOString(),
    })),
    mayCorrectAddress: undelivered.length > 0 && isWhollyOwn(order, actor),
  })
}

function statusNameOf(status: number): string {
  return Object.entries(ticketStatus).find(([, number]) => number === status)?.[0] ?? 'None'
}

async function readNotes(context: Context, { merchantId }: StaffActor, orderId: number) {
  const rows = await context.db
    .selectFrom('order_note')
    .innerJoin('staff_summary', 'staff_summary.staff_id', 'order_note.staff_id')
    .select(['full_name', 'created_at', 'note'])
    .where('order_id', '=', orderId)
    .where('merchant_id', '=', merchantId)
    .orderBy('id')
    .execute()
  return rows.map(({ full_name, created_at, note }) => ({
    by: full_name ?? '',
    at: created_at.toISOString(),
    note,
  }))
}

/** The line of each ticket of an order. */
export async function readLinesOfTickets(
  context: Context,
  orderId: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; lineId: number }>`
    select ticket_id::float8 as id, order_line_id::float8 as "lineId" from ticket_summary
    where order_id = ${orderId}`.execute(context.db)
  return new Map(rows.map(({ id, lineId }) => [id, lineId]))
}
