import { sql } from 'kysely'
import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Failure, type Result } from '#kernel/result.ts'
import type { LineScope } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { savePromoCode } from '../contract.ts'
import { itemScopeOf, type DescribingSource } from './scope.ts'

/** Input for creating or updating a code. */
export type CodeToSave = Omit<z.output<(typeof savePromoCode)['body']>, 'count'>

/** The terms of a code as columns. */
export type TermColumns = ReturnType<typeof valuesOf>

export const codeLengthMax = 40
/** 10 of 31 characters, so that generated codes cannot be guessed. */
export const generatedLength = 10

/** Codes contain only letters and digits, since they are exported to files and read aloud. */
export function isCode(code: string): boolean {
  return code.length <= codeLengthMax && /^[\p{L}\p{N}]*$/u.test(code)
}

/** The terms as columns, if they are consistent and their references exist. */
export async function termsOf(
  context: Context,
  sources: readonly DescribingSource[],
  request: CodeToSave,
): Promise<Result<TermColumns, ErrorCode>> {
  if ((request.percent === undefined) === (request.amount === undefined))
    return invalidField('percent', 'Either a percentage or an amount')
  const scope = await itemScopeOf(context, sources, request, invalidField)
  if (!scope.ok) return scope
  const values = valuesOf(request, scope.value)
  const { valid_from: from, valid_until: until } = values
  if (from && until && from >= until)
    return invalidField('validUntil', 'It must end after it begins')
  const { merchantId } = request
  const { rows } = await sql<{ merchants: number }>`
    select count(*)::int as merchants from merchant_summary where merchant_id = ${merchantId ?? 0}
  `.execute(context.db)
  if (merchantId !== undefined && rows[0]?.merchants === 0)
    return invalidField('merchantId', 'No such organiser')
  return ok(values)
}

function valuesOf(
  request: CodeToSave,
  { source, itemIds, groups }: Pick<LineScope, 'source' | 'itemIds' | 'groups'>,
) {
  return {
    basis_points: request.percent === undefined ? null : Math.round(request.percent * 100),
    amount_minor: request.amount ?? null,
    amount_minor_max: request.amountMax ?? null,
    tickets_minor_min: request.ticketsMin ?? 0,
    source,
    item_ids: itemIds && [...itemIds],
    groups: groups ? [...groups] : null,
    merchant_id: request.merchantId ?? null,
    per_customer_max: request.perCustomerMax ?? null,
    valid_from: request.validFrom === undefined ? null : new Date(request.validFrom),
    valid_until: request.validUntil === undefined ? null : new Date(request.validUntil),
    borne_by: request.borneBy,
    is_combined: request.isCombined,
    free_fees: request.freeFees ?? 'waived',
    is_active: request.isActive,
  }
}

export function invalidField(path: string, message: string): Failure<'BadRequest'> {
  return fail('BadRequest', { fields: [{ path: `body.${path}`, message }] })
}
