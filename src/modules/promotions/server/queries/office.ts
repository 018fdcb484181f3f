import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { sourceName } from '#modules/events/server/public-api.ts'
import type { ItemGroup } from '#modules/orders/server/public-api.ts'
import { normalizeAccessCode } from '#modules/sale-rules/contract.ts'
import type { Context } from '#platform/context.ts'
import type {
  OfficeOptionView,
  PromoBatchView,
  PromoCodeView,
  PromotionUsesView,
} from '../../contract.ts'
import type { OrderOption } from '../option.ts'
import type { PromoCode } from '../promo-code.ts'
import { eventIdsOf, type DescribingSource } from '../scope.ts'
import { listOptions, listPromoCodes } from '../store.ts'
import { readRestrictionNames, type RestrictionNames } from './promoted-items.ts'

const rowsMax = 200
const batchesMax = 50
const { Draft, Checkout, PaymentPending, Processed, WaitingForTicket, Transferred } = orderStatus
const paid = [Processed, WaitingForTicket, Transferred]
const waiting = [Draft, Checkout, PaymentPending]

/** Codes, batches and options for operators. */
export async function readOffice(
  context: Context,
  sources: readonly DescribingSource[],
  request: { readonly code?: string },
) {
  const prefix = normalizeAccessCode(request.code ?? '')
  const codes = await listPromoCodes(context, {
    most: rowsMax,
    ...(prefix !== '' && { prefix }),
  })
  const uses = await readUses(context, codes)
  const groups = await readGroups(context, sources, codes)
  const options = await listOptions(context, { withInactive: true })
  const names = await readRestrictionNames(context, sources, [
    ...codes.map(({ itemIds, ...code }) => ({ ...code, itemIds: itemIds ?? [] })),
    ...options.map(({ itemId, ...option }) => ({
      ...option,
      itemIds: itemId === null ? [] : [itemId],
    })),
  ])
  return {
    sources: sources.map(({ name, findGroups, findItems }) => ({
      source: name,
      hasGroups: findGroups !== undefined,
      hasItems: findItems !== undefined,
    })),
    codes: codes.map((code) => ({
      ...presentCode(code, uses.get(code.id), groups),
      items: code.itemIds && code.itemIds.map((itemId) => names.itemOf(code.source, itemId)),
      merchantName: names.merchantOf(code.merchantId),
    })),
    batches: await readBatches(context),
    options: await presentOptions(context, options, names),
  }
}

/** The codes and batches that an organiser funds. */
export async function readOrganisersCodes(context: Context, merchantId: number) {
  const codes = await listPromoCodes(context, { most: rowsMax, merchantId })
  const uses = await readUses(context, codes)
  return {
    codes: codes.map((code) => presentCode(code, uses.get(code.id), new Map())),
    batches: await readBatches(context, merchantId),
  }
}

/** Names of the groups that codes refer to, by source and key. */
async function readGroups(
  context: Context,
  sources: readonly DescribingSource[],
  codes: readonly PromoCode[],
): Promise<ReadonlyMap<string, ItemGroup>> {
  const named = new Map<string, ItemGroup>()
  for (const source of sources) {
    const own = codes.filter((code) => code.source === source.name)
    const keys = [...new Set(own.flatMap(({ groups }) => groups ?? []))]
    const found = keys.length > 0 ? ((await source.findGroups?.(context, { keys })) ?? []) : []
    for (const group of found) named.set(`${source.name} ${group.key}`, group)
  }
  return named
}

interface Uses {
  readonly id: number
  readonly used: number
  readonly waiting: number
  readonly takenOffMinor: number
}

export async function readUses(
  { db, clock }: Context,
  codes: readonly PromoCode[],
): Promise<ReadonlyMap<number, Uses>> {
  const { rows } = await sql<Uses>`
    select (l.detail->'reduction'->>'id')::int as id,
      (count(*) filter (where o.status = any(${paid}::int[])))::int as used,
      (count(*) filter (where o.status = any(${waiting}::int[])
        and o.deadline_at > ${clock.now()}))::int as waiting,
      (coalesce(-sum(l.amount_minor) filter (where o.status = any(${paid}::int[])), 0))::float8
        as "takenOffMinor"
    from order_line_summary l join order_summary o on o.order_id = l.order_id
    where l.kind = 'PromoCode'
      and l.detail->'reduction'->>'id' = any(${codes.map(({ id }) => String(id))}::text[])
    group by 1`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

function presentCode(
  code: PromoCode,
  uses: Uses | undefined,
  groups: ReadonlyMap<string, ItemGroup>,
): PromoCodeView {
  const orNull = (amountMinor: number | null) => (amountMinor === null ? null : money(amountMinor))
  return {
    codeId: code.id,
    code: code.code,
    batchId: code.batchId,
    percent: code.basisPoints === null ? null : code.basisPoints / 100,
    amount: orNull(code.amountMinor),
    amountMax: orNull(code.amountMinorMax),
    ticketsMin: money(code.ticketsMinorMin),
    source: code.source,
    itemIds: code.itemIds && [...code.itemIds],
    groups:
      code.groups?.map((key) => ({
        key,
        name: { ...(groups.get(`${code.source} ${key}`)?.name ?? { ka: key, en: key }) },
      })) ?? null,
    eventIds: eventIdsOf(code),
    merchantId: code.merchantId,
    quantity: code.quantity,
    perCustomerMax: code.perCustomerMax,
    validFrom: code.validFrom?.toISOString() ?? null,
    validUntil: code.validUntil?.toISOString() ?? null,
    borneBy: code.borneBy,
    isCombined: code.isCombined,
    freeFees: code.freeFees,
    isActive: code.isActive,
    note: code.note,
    usedCount: uses?.used ?? 0,
    waitingCount: uses?.waiting ?? 0,
    takenOff: money(uses?.takenOffMinor ?? 0),
  }
}

async function readBatches(
  { db }: Context,
  merchantId: number | null = null,
): Promise<PromoBatchView[]> {
  const { rows } = await sql<Omit<PromoBatchView, 'createdAt'> & { createdAt: Date }>`
    select b.id as "batchId", b.name, b.code_count as "codeCount", b.created_at as "createdAt",
      (select count(*)::int from promo_code c where c.batch_id = b.id and c.is_active) as "activeCount",
      (select count(*)::int from promo_code c
        join order_line_summary l on l.kind = 'PromoCode' and l.detail->'reduction'->>'id' = c.id::text
        join order_summary o on o.order_id = l.order_id and o.status = any(${paid}::int[])
        where c.batch_id = b.id) as "usedCount"
    from promo_batch b
    where ${merchantId}::integer is null or exists (select from promo_code c
      where c.batch_id = b.id and c.merchant_id = ${merchantId} and c.borne_by = 'merchant')
    order by b.id desc limit ${batchesMax}`.execute(db)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

async function presentOptions(
  context: Context,
  options: readonly OrderOption[],
  names: RestrictionNames,
): Promise<OfficeOptionView[]> {
  const { rows } = await sql<{ id: number; count: number; sum: number }>`
    select (l.detail->'option'->>'optionId')::int as id, sum(l.quantity)::int as count,
      sum(l.amount_minor)::float8 as sum
    from order_line_summary l join order_summary o on o.order_id = l.order_id and o.status = any(${paid}::int[])
    where l.detail ? 'option' group by 1`.execute(context.db)
  const sold = new Map(rows.map((row) => [row.id, row]))
  return options.map((option) => ({
    optionId: option.id,
    kind: option.kind,
    name: option.name,
    description: option.description,
    pricing: option.pricing,
    amount: money(option.amountMinor),
    amountMax: option.amountMinorMax === null ? null : money(option.amountMinorMax),
    percent: option.basisPoints === null ? null : option.basisPoints / 100,
    source: option.source,
    itemId: option.itemId,
    eventId: option.source === sourceName ? option.itemId : null,
    item: option.itemId === null ? null : names.itemOf(option.source, option.itemId),
    merchantId: option.merchantId,
    merchantName: names.merchantOf(option.merchantId),
    beneficiary: option.beneficiary,
    isActive: option.isActive,
    soldCount: sold.get(option.id)?.count ?? 0,
    sold: money(sold.get(option.id)?.sum ?? 0),
  }))
}

/** The newest orders with a code or an option, in any state. */
export async function readPromotionUses(
  context: Context,
  { codeId, optionId }: { readonly codeId?: number; readonly optionId?: number },
): Promise<Result<PromotionUsesView, ErrorCode>> {
  if ((codeId === undefined) === (optionId === undefined)) {
    const message = 'Either a code or an option is needed'
    return fail('BadRequest', { fields: [{ path: 'query.codeId', message }] })
  }
  const which =
    codeId === undefined
      ? sql`l.detail ? 'option' and l.detail->'option'->>'optionId' = ${String(optionId)}`
      : sql`l.kind = 'PromoCode' and l.detail->'reduction'->>'id' = ${String(codeId)}`
  const { rows } = await sql<{
    orderNumber: string
    status: number
    quantity: number
    amountMinor: number
    totalMinor: number
    createdAt: Date
  }>`
    select o.order_number as "orderNumber", o.status, l.quantity, l.amount_minor as "amountMinor",
      o.total_minor as "totalMinor", o.created_at as "createdAt"
    from order_line_summary l join order_summary o on o.order_id = l.order_id
    where ${which} order by o.order_id desc limit ${rowsMax}`.execute(context.db)
  return ok({
    uses: rows.map(({ amountMinor, totalMinor, createdAt, ...row }) => ({
      ...row,
      amount: money(amountMinor),
      total: money(totalMinor),
      createdAt: createdAt.toISOString(),
    })),
  })
}
