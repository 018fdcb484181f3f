/** Every figure of every page, export and message compared with the ledger, to the tetri. */
import { sql } from 'kysely'
import { countAllSales } from '#modules/merchant/tests/count-all-sales.ts'
import { countFormerDiscounts } from '#modules/merchant/server/public-api.ts'
import { enqueueMessages } from '#modules/webhooks/server/public-api.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import { postProven } from '../hostile/settlements.ts'
import { expectOk } from '../hostile/purchases.ts'
import type { Reply } from '../hostile/shop.ts'
import { expireCaches } from '../support/cache-clock.ts'
import { dateAfter } from '../support/dates.ts'
import type { World } from './world.ts'

/** Figures that are not equal, by what they are. */
export type Differences = Record<string, { readonly shown: unknown; readonly expected: unknown }>

class Ties {
  readonly found: Differences = {}

  equal(what: string, shown: unknown, expected: unknown): void {
    if (JSON.stringify(shown) !== JSON.stringify(expected)) this.found[what] = { shown, expected }
  }
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

/** The sum of postings to accounts of this form by transfers of these kinds: debits less credits. */
async function ledger({ shop }: World, account: string, kinds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(p.amount_minor), 0)::float8 as sum from ledger_posting p
    join ledger_transfer t on t.id = p.transfer_id join ledger_account a on a.id = p.account_id
    where a.code like ${account} and (${kinds.length === 0} or t.kind = any(${[...kinds]}::text[]))`.execute(
    shop.context.db,
  )
  return rows[0]?.sum ?? 0
}

export async function compareFigures(world: World): Promise<Differences> {
  const ties = new Ties()
  const { context } = world.shop
  await countAllSales(context)
  // Items with reserved sales are listed for half a minute, and each booking of a flight is one.
  await expireCaches(31_000)
  ties.equal('the ledger itself', await ledgerViolations(context), [])
  await compareDay(world, ties)
  await compareStoredDiscounts(world, ties)
  let platformDiscount = 0
  for (const merchantId of await readSellers(world))
    platformDiscount += await compareOrganiser(world, ties, merchantId)
  ties.equal(
    'discounts of the platform',
    platformDiscount,
    await ledger(world, 'house:promotions', ['sale']),
  )
  await compareDates(world, ties)
  await compareCinema(world, ties)
  return ties.found
}

/** Organisers, the carrier and the airline. */
async function readSellers({ shop }: World): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct merchant_id as id from order_line l join orders o on o.id = l.order_id
    where o.processed_at is not null and merchant_id is not null order by 1`.execute(
    shop.context.db,
  )
  return rows.map(({ id }) => id)
}

/** The operators' day. */
async function compareDay(world: World, ties: Ties): Promise<void> {
  const home = await expectOk(world.shop.get('/v2/operator/home', world.operator))
  const { today, items, rest, returned } = home
  const rows = [...items, rest]
  ties.equal('rows of today', sum(rows.map(({ soldMinor }: Reply) => soldMinor)), today.soldMinor)
  ties.equal('tickets of today', sum(rows.map((row: Reply) => row.ticketCount)), today.ticketCount)
  ties.equal('sold today', today.soldMinor, await ledger(world, 'order:%', ['sale', 'own-fee']))
  ties.equal(
    'returned today',
    returned.amountMinor + returned.carriedMinor,
    0 - (await ledger(world, 'order:%', ['ticket-return', 'own-fee-return'])),
  )
}

/** What is stored for each ticket adds up to the discounts of the orders, and the worker stores the same. */
async function compareStoredDiscounts(world: World, ties: Ties): Promise<void> {
  const { context } = world.shop
  const { rows } = await sql<{ lines: number; stored: number; options: number }>`
    select coalesce((select -sum(l.amount_minor) from order_line l join orders o on o.id = l.order_id
        where o.processed_at is not null and l.detail ? 'reduction'), 0)::float8 as lines,
      coalesce((select sum(merchant_minor + house_minor + advance_minor) from line_discount), 0)::float8 as stored`.execute(
    context.db,
  )
  ties.equal('stored discounts', rows[0]?.stored, rows[0]?.lines)
  const read = async () =>
    (await sql`select * from line_discount order by order_line_id, line_unit`.execute(context.db))
      .rows
  const before = await read()
  await sql`truncate line_discount`.execute(context.db)
  await sql`update line_discount_cursor set next_line_id = 1,
    last_line_id = (select max(id) from order_line)`.execute(context.db)
  await countFormerDiscounts(context)
  ties.equal('discounts that the worker stores', await read(), before)
}

const figureNames = ['face', 'discount', 'platformDiscount', 'paidByPass', 'sold', 'ended'] as const
type Money = Record<(typeof figureNames)[number], number>

function moneyOf(figures: Reply): Money {
  return Object.fromEntries(figureNames.map((name) => [name, figures[name].amount])) as Money
}

function sumMoney(all: readonly Money[]): Money {
  return Object.fromEntries(
    figureNames.map((name) => [name, sum(all.map((one) => one[name]))]),
  ) as Money
}

/** An organiser's pages, exports, orders, messages, reserve and statements. Returns the platform's discounts. */
async function compareOrganiser(world: World, ties: Ties, merchantId: number): Promise<number> {
  const { shop } = world
  const of = (what: string) => `${what} of ${merchantId}`
  const owner = await shop.staff(merchantId)
  const statistics = await expectOk(shop.get('/v2/merchantusers/statistics', owner))
  const totals = moneyOf(statistics.totals)
  const { items } = await expectOk(shop.get('/v2/merchantusers/totals', owner))
  ties.equal(of('totals by show'), sumMoney(items.map(moneyOf)), totals)
  for (const dimension of ['byDay', 'byHour', 'byChannel', 'byZone', 'byType', 'byVisit'] as const)
    ties.equal(of(dimension), sumMoney(statistics[dimension].map(moneyOf)), totals)
  ties.equal(of('paid'), totals.sold, totals.face - totals.discount - totals.paidByPass)
  const csv = await shop.get('/v2/merchantusers/statistics/export?format=csv', owner)
  const cells =
    csv.text
      .split('\r\n')
      .find((row) => row.startsWith('"This period"'))
      ?.slice(1, -1)
      .split('","') ?? []
  ties.equal(
    of('export'),
    [...cells.slice(2, 7), cells[8]].map(Number),
    figureNames.map((name) => totals[name] / 100),
  )
  const earning = sumMoney(items.filter(({ source }: Reply) => source !== 'multipass').map(moneyOf))
  const account = `merchant:${merchantId}`
  ties.equal(
    of('earned'),
    earning.sold + earning.platformDiscount + earning.paidByPass,
    0 - (await ledger(world, account, ['sale'])),
  )
  await compareOrders(world, ties, { owner, merchantId, totals })
  await compareMessages(world, ties, { owner, merchantId, totals })
  const { reserved, owed } = await expectOk(shop.get('/v2/merchantusers/money', owner))
  ties.equal(of('owed'), owed.amount, 0 - (await ledger(world, account, [])))
  ties.equal(
    of('reserve'),
    reserved.amount,
    0 -
      (await ledger(world, account, ['sale', 'ticket-return'])) -
      (await readKept(world, merchantId)),
  )
  await compareStatement(world, ties, { owner, merchantId })
  return totals.platformDiscount
}

/** Deductions from returned tickets that stay with the organiser; the shop keeps those of resales. */
async function readKept({ shop }: World, merchantId: number): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(i.deduction_minor), 0)::float8 as sum from ticket_return_item i
    join ticket_return r on r.id = i.return_id and r.kind <> 'resale'
    join ticket t on t.id = i.ticket_id join order_line l on l.id = t.order_line_id
    where l.merchant_id = ${merchantId} and not l.detail ? 'earner'`.execute(shop.context.db)
  return rows[0]?.sum ?? 0
}

interface OfOrganiser {
  readonly owner: string
  readonly merchantId: number
  readonly totals: Money
}

async function compareOrders(
  { shop }: World,
  ties: Ties,
  { owner, merchantId, totals }: OfOrganiser,
): Promise<void> {
  const listed: Reply[] = []
  for (let after: string | null | undefined; after !== null;) {
    const body = { sort: 'cheapest', ...(after && { after }) }
    const page = await expectOk(shop.post('/v2/merchantusers/orders/find', body, owner))
    listed.push(...page.items)
    after = page.next
  }
  const paid = listed.map(({ ticketsPaid }) => ticketsPaid.amount)
  ties.equal(`orders of ${merchantId}`, sum(paid), totals.sold)
  ties.equal(
    `order of orders of ${merchantId}`,
    paid,
    paid.toSorted((one, other) => one - other),
  )
  const discounts = listed.map(({ discount }) => discount.amount)
  ties.equal(`discounts of orders of ${merchantId}`, sum(discounts), totals.discount)
  const [last] = listed.toReversed()
  if (!last) return
  const path = `/v2/merchantusers/orders/order?orderNumber=${last.orderNumber}`
  const { tickets, ticketsPaid } = await expectOk(shop.get(path, owner))
  ties.equal(
    `tickets of an order of ${merchantId}`,
    sum(tickets.map((one: Reply) => one.paid.amount)),
    ticketsPaid.amount,
  )
}

/** The newest message about each order, of organisers whose own systems are told. */
async function compareMessages(
  { shop, merchantIds }: World,
  ties: Ties,
  { merchantId, totals }: OfOrganiser,
): Promise<void> {
  if (!merchantIds.includes(merchantId)) return
  while ((await enqueueMessages(shop.context)) > 0);
  const { rows } = await sql<{ payload: Reply }>`
    select distinct on (m.order_id) m.payload from webhook_message m join webhook_endpoint e on e.id = m.endpoint_id
    where e.merchant_id = ${merchantId} order by m.order_id, m.created_at desc, m.message_id`.execute(
    shop.context.db,
  )
  const tickets = rows.flatMap(({ payload }) => payload.data.tickets)
  const of = (name: string) => sum(tickets.map((ticket: Reply) => ticket[name]))
  ties.equal(
    `messages of ${merchantId}`,
    [of('priceMinor'), of('discountMinor'), of('paidByPassMinor'), of('paidMinor')],
    [totals.face, totals.discount, totals.paidByPass, totals.sold],
  )
}

/** A statement, its file and the balance. */
async function compareStatement(
  world: World,
  ties: Ties,
  { owner, merchantId }: Omit<OfOrganiser, 'totals'>,
): Promise<void> {
  const { shop, operator } = world
  shop.context.clock.advance(1)
  const made = await postProven(shop, '/v2/operator/settlements/close', { merchantId }, operator)
  if (made.status !== 200) return
  const { statements, owed } = await expectOk(shop.get('/v2/merchantusers/money', owner))
  const [{ statementId, opening, closing, lines }] = statements
  const of = (what: string) => `${what} of ${merchantId}`
  ties.equal(of('closing balance'), closing.amount, owed.amount)
  const changes = sum(lines.map(({ amount }: Reply) => amount.amount))
  ties.equal(of('lines of a statement'), opening.amount + changes, closing.amount)
  const path = `/v2/merchantusers/statements/${statementId}/file?format=csv&locale=en`
  const file = await shop.get(path, owner)
  const rows = file.text
    .split('\r\n')
    .filter((row) => /^"\d{4}-/.test(row))
    .map((row) => row.slice(1, -1).split('","'))
  ties.equal(of('entries'), sum(rows.map((row) => Math.round(Number(row[6]) * 100))), changes)
  const unnamed = rows.filter((row) => /^[\dA-Z]{10}$/.test(row[2] ?? '') && row[3] === '')
  ties.equal(of('entries without a name'), unnamed, [])
}

/** The operators' pages of dates. */
async function compareDates({ shop, operator, events }: World, ties: Ties): Promise<void> {
  for (const { eventId, merchantId } of events) {
    const sales = await expectOk(shop.get(`/v2/operator/events/${eventId}/sales`, operator))
    const owner = await shop.staff(merchantId)
    const query = `itemType=Event&itemId=${eventId}`
    const { totals } = await expectOk(shop.get(`/v2/merchantusers/statistics?${query}`, owner))
    const expected = [
      totals.ticketCount,
      totals.discount.amount + totals.paidByPass.amount,
      totals.sold.amount,
    ]
    for (const by of ['days', 'types'] as const) {
      const rows: Reply[] = sales[by]
      const shown = ['ticketCount', 'reducedMinor', 'soldMinor'].map((name) =>
        sum(rows.map((row) => row[name])),
      )
      ties.equal(`${by} of the date ${eventId}`, shown, expected)
    }
  }
}

async function compareCinema({ shop, operator, cinema }: World, ties: Ties): Promise<void> {
  const now = shop.context.clock.now()
  const span = `from=${dateAfter(now, -1)}&to=${dateAfter(now, 10)}`
  const query = `cinemaId=${cinema.cinemaId}&${span}`
  const { totals } = await expectOk(shop.get(`/v2/operator/cinema/figures?${query}`, operator))
  const owner = await shop.staff(cinema.merchantId)
  const { items } = await expectOk(shop.get('/v2/merchantusers/totals', owner))
  const films = sumMoney(items.filter(({ source }: Reply) => source === 'cinema').map(moneyOf))
  ties.equal(
    'box office and bar',
    totals.boxOffice.amount + totals.bar.amount,
    films.sold - films.ended,
  )
}
