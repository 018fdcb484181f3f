import { sql, type NotNull } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { OrderOption } from './option.ts'
import type { PromoCode } from './promo-code.ts'

type ReadContext = Pick<Context, 'db'>

const codeColumns = sql.raw(`id, code, batch_id as "batchId", basis_points as "basisPoints",
  amount_minor as "amountMinor", amount_minor_max as "amountMinorMax",
  tickets_minor_min as "ticketsMinorMin", source, item_ids as "itemIds", groups, merchant_id as "merchantId",
  quantity, per_customer_max as "perCustomerMax", valid_from as "validFrom",
  valid_until as "validUntil", borne_by as "borneBy", is_combined as "isCombined", free_fees as "freeFees",
  is_active as "isActive", offering_id as "offeringId", note`)

export async function readPromoCode(context: ReadContext, id: number): Promise<PromoCode | null> {
  const { rows } = await sql<PromoCode>`
    select ${codeColumns} from promo_code where id = ${id}`.execute(context.db)
  return rows[0] ?? null
}

/** All codes with this normalized text, of which the platform and each organiser have at most one. */
export async function readNamesakes(context: ReadContext, code: string): Promise<PromoCode[]> {
  const { rows } = await sql<PromoCode>`
    select ${codeColumns} from promo_code where code = ${code} order by id`.execute(context.db)
  return rows
}

/**
 * Single codes, or those of a batch, newest first. `prefix` limits them to codes that begin with it, `merchantId` to those
 * that an organiser funds.
 */
export async function listPromoCodes(
  context: ReadContext,
  request: {
    readonly batchId?: number
    readonly prefix?: string
    readonly merchantId?: number | null
    readonly most: number
  },
): Promise<PromoCode[]> {
  const { batchId, prefix, merchantId = null, most } = request
  const which =
    prefix !== undefined
      ? sql`starts_with(code, ${prefix})`
      : batchId === undefined
        ? sql`batch_id is null`
        : sql`batch_id = ${batchId}`
  const { rows } = await sql<PromoCode>`
    select ${codeColumns} from promo_code where ${which}
      and (${merchantId}::integer is null or merchant_id = ${merchantId} and borne_by = 'merchant')
    order by id desc limit ${most}`.execute(context.db)
  return rows
}

const optionColumns = sql.raw(`id, kind, name, description, pricing, amount_minor as "amountMinor",
  amount_minor_max as "amountMinorMax", basis_points as "basisPoints", source, item_id as "itemId",
  merchant_id as "merchantId", beneficiary, is_active as "isActive"`)

/** Options offered with tickets, in display order. */
export async function listOptions(
  context: ReadContext,
  { withInactive }: { readonly withInactive: boolean },
): Promise<OrderOption[]> {
  const { rows } = await sql<OrderOption>`
    select ${optionColumns} from order_option where is_active or ${withInactive}
    order by position, id`.execute(context.db)
  return rows
}

/** Organisers whose tickets an event sells. */
export async function readMerchantsOfEvent(
  context: ReadContext,
  eventId: number,
): Promise<number[]> {
  const rows = await context.db
    .selectFrom('ticket_type_summary')
    .select('merchant_id')
    .$narrowType<{ merchant_id: NotNull }>()
    .distinct()
    .where('event_id', '=', eventId)
    .execute()
  return rows.map((row) => row.merchant_id)
}
