import type { ErrorCode } from '#contract/errors.ts'
import { ok, type Result } from '#kernel/result.ts'
import { readOwnStatus } from '#modules/membership/server/public-api.ts'
import {
  addToOrder,
  findOwnOrder,
  takeFromOrder,
  withOpenOrder,
  wouldTakeOff,
  type Order,
  type DiscountTerms,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { unchangedLine, discountOf } from '../line.ts'
import { inBoth } from '../labels.ts'

/**
 * Applies the caller's loyalty discount on fees to their open order. An order that has it, or has no fees, is not
 * changed; without a status nothing is locked.
 */
export async function applyBenefits(
  context: Context,
  orderKey: string,
): Promise<Result<Order, ErrorCode>> {
  const status = await readOwnStatus(context)
  const basisPoints = status?.feeBasisPoints ?? 0
  if (!status || basisPoints === 0) return findOwnOrder(context, { orderKey })
  const terms = termsOfStatus(status.code, basisPoints)
  const description = inBoth('lineStatus', (locale) => ({
    name: status.name[locale],
    percent: basisPoints / 100,
  }))
  const line = unchangedLine('Service', description, { reduction: terms })
  return withOpenOrder(context, orderKey, async (inside, order) => {
    const known = discountOf(order, 'loyalty')
    const given = known?.detail.reduction
    if (given?.id === terms.id && given.basisPoints === basisPoints) return ok(order)
    if (!known && wouldTakeOff(terms, order.lines) === 0) return ok(order)
    const without = await takeFromOrder(inside, order, ({ id }) => id === known?.id)
    return ok(await addToOrder(inside, without, line))
  })
}

/** Applies the benefits before checkout and ignores refusals, since checkout reports obstacles itself. */
export async function tryApplyBenefits(context: Context, orderKey: string): Promise<void> {
  if (context.actor.kind === 'customer') await applyBenefits(context, orderKey)
}

function termsOfStatus(code: string, basisPoints: number): DiscountTerms {
  return {
    by: 'loyalty',
    id: code,
    from: 'fees',
    scope: { source: null, itemIds: null, merchantId: null },
    basisPoints,
    amountMinor: null,
    amountMinorMax: null,
    ticketsMinorMin: 0,
    borneBy: 'house',
    isCombined: true,
  }
}
