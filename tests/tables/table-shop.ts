/** A shop with something in every table that can be downloaded. */
import { sql } from 'kysely'
import { createImplementations } from '#apps/server/implementations.ts'
import { createPorts } from '#apps/server/ports.ts'
import type { Call } from '#contract/call.ts'
import { runImport } from '#modules/operator/server/public-api.ts'
import { readConfig } from '#platform/config.ts'
import { countAllSales } from '../../src/modules/merchant/tests/count-all-sales.ts'
import { expectOk, purchase } from '../hostile/purchases.ts'
import { buyer, openHostileShop, type HostileShop } from '../hostile/shop.ts'
import { statementOf } from '../hostile/settlements.ts'
import { expireCaches } from '../support/cache-clock.ts'

export interface TableShop {
  readonly shop: HostileShop
  /** The calls that answer tables. */
  readonly ids: readonly string[]
  /** Where a table is, with a query, and who may read it. */
  addressOf(id: string, format: string): { readonly path: string; readonly token: string }
}

/** Every call that answers CSV, among other formats. */
export function tableCalls(): string[] {
  return implementedCalls()
    .filter((call) => call.produces?.startsWith('text/csv') || formatsOf(call).includes('csv'))
    .filter(({ method }) => method === 'GET')
    .map(({ id }) => id)
}

function implementedCalls(): readonly Call[] {
  const ports = createPorts(readConfig({ LOG_LEVEL: 'silent' }))
  return createImplementations(ports).map(({ call }) => call)
}

/** The formats that a call can answer, by its declaration. */
function formatsOf(call: Call): readonly string[] {
  const properties = JSON.stringify(call.query?.toJSONSchema({ io: 'input' }) ?? {})
  const listed = /"format":\{[^}]*"enum":\[([^\]]*)\]/.exec(properties)?.[1] ?? ''
  return listed.split(',').map((name) => name.replaceAll('"', ''))
}

export async function openTableShop(): Promise<TableShop> {
  const shop = await openHostileShop()
  const event = await shop.event()
  const { merchantId, eventId } = event
  const owner = await shop.staff(merchantId)
  const operator = await shop.operator()
  const answered = await answeredShow(shop, operator)
  await sell(shop, event)
  await countAllSales(shop.context)
  const own = await batchOf(shop, '/v2/merchantusers/promotions', owner)
  const ofShop = await batchOf(shop, '/v2/operator/promotions', operator, { borneBy: 'house' })
  const importId = await badImport(shop, operator)
  const day = await differ(shop)
  const statementId = await statementOf(shop, merchantId)
  const of = (path: string, token: string, query: string) => ({ path, token, query })
  const tables: Readonly<Record<string, ReturnType<typeof of>>> = {
    'own-merchant-attendees-export': of(
      '/v2/merchantusers/attendees.csv',
      owner,
      `eventId=${eventId}`,
    ),
    'own-merchant-statistics-export': of('/v2/merchantusers/statistics/export', owner, ''),
    'own-merchant-statement-file': of(
      `/v2/merchantusers/statements/${statementId}/file`,
      owner,
      '',
    ),
    'own-operator-statement-file': of(`/v2/operator/statements/${statementId}/file`, operator, ''),
    'own-staff-log-export': of('/v2/merchantusers/log.csv', owner, ''),
    'own-merchant-promo-codes-export': of(
      '/v2/merchantusers/promotions/codes.csv',
      owner,
      `batchId=${own}`,
    ),
    'own-operator-promo-codes-export': of(
      '/v2/operator/promotions/codes.csv',
      operator,
      `batchId=${ofShop}`,
    ),
    'own-operator-payments-file': of('/v2/operator/payments.csv', operator, `day=${day}`),
    'own-operator-export-csv': of('/v2/operator/programme.csv', operator, ''),
    'own-operator-export-extras': of('/v2/operator/extras.csv', operator, `showId=${answered}`),
    'own-operator-import-problems': of(
      `/v2/operator/imports/${importId}/problems.csv`,
      operator,
      '',
    ),
  }
  const pages = { 'merchant-statistics': of('/v2/merchantusers/statistics', owner, '') }
  return {
    shop,
    ids: Object.keys(tables),
    addressOf(id, format) {
      const table = { ...tables, ...pages }[id]
      if (!table) throw new Error(`No table ${id}`)
      const query = [format === '' ? '' : `format=${format}`, table.query, 'api_key=demo-web']
      return { path: `${table.path}?${query.filter(Boolean).join('&')}`, token: table.token }
    },
  }
}

type Sold = Awaited<ReturnType<HostileShop['event']>>

/** Seats of two dates with ticket types of the same names. */
async function sell(shop: HostileShop, event: Sold): Promise<void> {
  const { db } = shop.context
  const other = await shop.event()
  await db
    .updateTable('show')
    .set({ merchant_id: event.merchantId })
    .where('id', '=', other.showId)
    .execute()
  await sql`update event set starts_at = starts_at + interval '1 day' where id = ${other.eventId}`.execute(
    db,
  )
  await sql`update ticket_type set name = '{"ka": "პარტერი", "en": "Stalls"}'
    where event_id = any(${[event.eventId, other.eventId]})`.execute(db)
  await expireCaches(1_100)
  for (const [index, one] of [event, other].entries())
    await purchase(shop, {
      token: await shop.customer(),
      station: 'paid',
      request: { event: one, placeIds: [20 + index, 30 + index] },
    })
}

const question = (per: 'order' | 'ticket', key: string, en: string, ka: string) => ({
  key,
  per,
  kind: 'text',
  label: { ka, en },
  isRequired: true,
  isOnTicket: false,
})

/** A show whose buyers are asked, with one order. */
async function answeredShow(shop: HostileShop, operator: string): Promise<number> {
  const { eventId, showId, seatTypes } = await shop.event({
    zonePricesMinor: { a: 0 },
    feeBasisPoints: 0,
  })
  const fields = [
    question('ticket', 'holder', 'Holder', 'მფლობელი'),
    question('order', 'school', 'School', 'სკოლა'),
  ]
  const rule = { kind: 'extra-fields', eventId, settings: { fields }, isActive: true }
  await expectOk(shop.post('/v2/operator/rulebook/rules', rule, operator))
  await expireCaches(1_100)
  const token = await shop.customer()
  const seats = [1, 2].map((placeId) => ({
    ticketTypeId: seatTypes['a']?.ticketTypeId ?? 0,
    placeId,
  }))
  const chosen = await expectOk(shop.post('/v2/Booking/choose-seat', { eventId, seats }, token))
  const { orderKey } = chosen
  const details = `/v2/orders/checkout/details?orderKey=${orderKey}`
  const { extras: asked } = await expectOk(shop.get(details, token))
  const extras = asked.map(({ id }: { id: string }) => ({ id, value: `=1+1 ${id}` }))
  const checkout = { orderKey, buyer, acceptTerms: true, extras }
  await expectOk(shop.post('/v2/orders/checkout', checkout, token))
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
  return showId
}

async function batchOf(
  shop: HostileShop,
  base: string,
  token: string,
  more: object = {},
): Promise<number> {
  const terms = {
    isActive: true,
    isCombined: false,
    percent: 10,
    note: 'Members',
    count: 2,
    ...more,
  }
  const saved = await expectOk(shop.post(`${base}/codes`, terms, token))
  return saved.batchId ?? saved.batches[0].batchId
}

async function badImport(shop: HostileShop, operator: string): Promise<string> {
  const content = 'event,ticket_type,price\nbad-1,bad-1/a,=2+2\n'
  const body = { files: [{ name: 'prices.csv', content }], source: 'tables' }
  const { importId } = await expectOk(shop.post('/v2/operator/imports', body, operator))
  await runImport(shop.context, importId)
  return importId
}

/** A day on which the books of a bank differ from ours. */
async function differ({ context: { db, clock } }: HostileShop): Promise<string> {
  const day = new Date(clock.now().getTime() - 9 * 86_400_000).toISOString().slice(0, 10)
  await sql`insert into reconciliation (day, provider, ran_at, state, theirs, ours)
    values (${day}, 2, ${clock.now()}, 'differs', '[]', '[]')`.execute(db)
  await sql`insert into reconciliation_difference (day, provider, kind, external_id, ours, theirs)
    values (${day}, 2, 'refund', 'T-1', '52.50 GEL, −10.00, refunding', '52.50 USD'),
      (${day}, 2, 'missing-here', 'T-2', '', '7.00 GEL')`.execute(db)
  return day
}
