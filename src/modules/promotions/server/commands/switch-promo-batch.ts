import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { operatorOffice, type Office } from '../office.ts'

/** Disables or enables all codes of a batch. */
export function switchBatch(
  context: Context,
  request: { readonly batchId: number; readonly isActive: boolean },
  office: Office = operatorOffice,
): Promise<Result<{ done: true }, ErrorCode>> {
  return inTransaction<Result<{ done: true }, ErrorCode>>(context, async (inside) => {
    const changed = await inside.db
      .updateTable('promo_code')
      .set({ is_active: request.isActive, updated_at: inside.clock.now() })
      .where('batch_id', '=', request.batchId)
      .$if(office.merchantId !== null, (own) =>
        own.where('merchant_id', '=', office.merchantId).where('borne_by', '=', 'merchant'),
      )
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) return fail('NotFound')
    await office.log(inside, {
      action: request.isActive ? 'promotions.start-batch' : 'promotions.stop-batch',
      subject: `promo-batch ${request.batchId}`,
    })
    return ok({ done: true })
  })
}
