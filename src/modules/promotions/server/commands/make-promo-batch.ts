import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { readableCode } from '#kernel/ids.ts'
import { ok, type Result } from '#kernel/result.ts'
import { createOfferings } from '#modules/inventory/server/public-api.ts'
import { normalizeAccessCode } from '#modules/sale-rules/contract.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import {
  codeLengthMax,
  isCode,
  generatedLength,
  invalidField,
  termsOf,
  type CodeToSave,
} from '../code-terms.ts'
import { operatorOffice, type Office } from '../office.ts'
import { usesPoolId } from '../promo-code.ts'
import type { DescribingSource } from '../scope.ts'

type CreatedBatch = Result<{ batchId: number }, ErrorCode>

/** Creates unguessable codes, each valid for one order. */
export function makeBatch(
  context: Context,
  sources: readonly DescribingSource[],
  request: CodeToSave & { readonly count: number },
  office: Office = operatorOffice,
): Promise<CreatedBatch> {
  return inTransaction<CreatedBatch>(context, async (inside) => {
    if (request.codeId !== undefined) return invalidField('count', 'A batch is made, not changed')
    const terms = await termsOf(inside, sources, request)
    if (!terms.ok) return terms
    const prefix = normalizeAccessCode(request.code ?? '')
    if (!isCode(prefix) || prefix.length > codeLengthMax - generatedLength)
      return invalidField('code', 'At most 30 letters and figures')
    const { count, note: name = '' } = request
    const now = inside.clock.now()
    const batch = await inside.db
      .insertInto('promo_batch')
      .values({ name, code_count: count, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const codes = new Set<string>()
    while (codes.size < count) codes.add(prefix + readableCode(inside.random, generatedLength))
    const pools = [{ poolId: usesPoolId, capacity: 1 }]
    const offerings = await createOfferings(
      inside,
      Array.from(codes, () => ({ placeCount: 0, pools })),
    )
    const row = { ...terms.value, quantity: 1, batch_id: batch.id }
    const rows = Array.from(codes, (code, index) => ({
      ...row,
      code,
      offering_id: offerings[index] ?? 0,
    }))
    await insertCodes(inside, rows, now)
    await office.log(inside, {
      action: 'promotions.make-batch',
      subject: `promo-batch ${batch.id}`,
      detail: { name, count },
    })
    return ok({ batchId: batch.id })
  })
}

/** One statement with a JSON parameter, since thousands of rows exceed the limit of parameters. */
async function insertCodes(context: Context, rows: readonly object[], now: Date): Promise<void> {
  await sql`
    insert into promo_code (code, batch_id, basis_points, amount_minor, amount_minor_max,
      tickets_minor_min, source, item_ids, groups, merchant_id, quantity, per_customer_max, valid_from,
      valid_until, borne_by, is_combined, free_fees, is_active, offering_id, created_at, updated_at)
    select code, batch_id, basis_points, amount_minor, amount_minor_max, tickets_minor_min, source, item_ids,
      groups, merchant_id, quantity, per_customer_max, valid_from, valid_until, borne_by, is_combined, free_fees,
      is_active, offering_id, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (code text, batch_id integer,
      basis_points integer, amount_minor integer, amount_minor_max integer, tickets_minor_min integer,
      source text, item_ids integer[], groups text[], merchant_id integer, quantity integer, per_customer_max smallint,
      valid_from timestamptz, valid_until timestamptz, borne_by text, is_combined boolean, free_fees text,
      is_active boolean, offering_id bigint)`.execute(context.db)
}
