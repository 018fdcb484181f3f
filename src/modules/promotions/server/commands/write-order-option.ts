import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import type { OrderOption } from '../option.ts'

export type OptionToWrite = Omit<OrderOption, 'id'> & { readonly position: number }

/** Inserts an option; constraints of the table reject inconsistent values. Returns its id. */
export async function writeOrderOption(context: Context, option: OptionToWrite): Promise<number> {
  const now = context.clock.now()
  const written = await context.db
    .insertInto('order_option')
    .values({
      kind: option.kind,
      name: JSON.stringify(option.name),
      description: JSON.stringify(option.description),
      pricing: option.pricing,
      amount_minor: option.amountMinor,
      amount_minor_max: option.amountMinorMax,
      basis_points: option.basisPoints,
      source: option.source,
      item_id: option.itemId,
      merchant_id: option.merchantId,
      beneficiary: option.beneficiary,
      position: option.position,
      is_active: option.isActive,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return written.id
}

/** Changes the price of an option for new orders, or whether it is offered, and logs the change. */
export function changeOrderOption(
  context: Context,
  request: { readonly optionId: number; readonly amount: number; readonly isActive: boolean },
): Promise<Result<{ optionId: number }, ErrorCode>> {
  return inTransaction<Result<{ optionId: number }, ErrorCode>>(context, async (inside) => {
    const { optionId, amount, isActive } = request
    const { rows } = await sql<{ amountMinorMax: number | null }>`
      select amount_minor_max as "amountMinorMax" from order_option
      where id = ${optionId} for update`.execute(inside.db)
    const [known] = rows
    if (!known) return fail('NotFound')
    if (known.amountMinorMax !== null && amount > known.amountMinorMax) {
      const message = 'Not above the most a buyer may give'
      return fail('BadRequest', { fields: [{ path: 'body.amount', message }] })
    }
    await inside.db
      .updateTable('order_option')
      .set({ amount_minor: amount, is_active: isActive, updated_at: inside.clock.now() })
      .where('id', '=', optionId)
      .execute()
    await logOperatorAction(inside, {
      action: 'promotions.change-option',
      subject: `order-option ${optionId}`,
      detail: { amount, isActive },
    })
    return ok({ optionId })
  })
}
