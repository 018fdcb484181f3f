import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  addToOrder,
  takeFromOrder,
  withOpenOrder,
  wouldCost,
  type OptionTerms,
  type Order,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { hasTickets, unchangedLine } from '../line.ts'
import { termsOfOption, type OrderOption } from '../option.ts'
import { listOptions } from '../store.ts'

export interface ChosenOption {
  readonly feeId: number
  /** In minor units, when the buyer chooses the amount. */
  readonly amount?: number
}

interface RequestedOption {
  readonly option: OrderOption
  readonly terms: OptionTerms
}

/** Sets the options of an open order, replacing earlier choices. */
export function chooseOptions(
  context: Context,
  request: { readonly orderKey: string; readonly fees: readonly ChosenOption[] },
): Promise<Result<Order, ErrorCode>> {
  return withOpenOrder(context, request.orderKey, async (inside, locked) => {
    if (!hasTickets(locked) && request.fees.length > 0) return fail('OrderEmpty')
    const options = await listOptions(inside, { withInactive: false })
    const requested = new Map<number, RequestedOption>()
    for (const [index, chosen] of request.fees.entries()) {
      const found = requestedOption(options, chosen, index)
      if (!found.ok) return found
      const { option, terms } = found.value
      if (requested.has(option.id)) return invalidField(index, 'feeId', 'Chosen twice')
      if (wouldCost(terms, locked.lines) === 0) return fail('OrderOptionNotFound')
      requested.set(option.id, found.value)
    }
    const isReservedForCode = (option: OptionTerms | undefined): boolean =>
      option !== undefined &&
      requested.get(option.optionId)?.terms.amountMinor === option.amountMinor
    let order = await takeFromOrder(
      inside,
      locked,
      ({ detail }) => detail.option !== undefined && !isReservedForCode(detail.option),
    )
    const there = new Set(order.lines.map((line) => line.detail.option?.optionId))
    for (const { option, terms } of requested.values()) {
      if (there.has(option.id)) continue
      const line = unchangedLine(option.kind, option.name, { option: terms })
      order = await addToOrder(inside, order, line)
    }
    return ok(order)
  })
}

function requestedOption(
  options: readonly OrderOption[],
  { feeId, amount }: ChosenOption,
  index: number,
): Result<RequestedOption, ErrorCode> {
  const option = options.find(({ id }) => id === feeId)
  if (!option) return fail('OrderOptionNotFound')
  if (option.pricing !== 'free') return ok({ option, terms: termsOfOption(option) })
  const given = amount ?? option.amountMinor
  const isWithin = given >= option.amountMinor && given <= (option.amountMinorMax ?? 0)
  return isWithin
    ? ok({ option, terms: termsOfOption(option, given) })
    : invalidField(index, 'amount', 'Not within the bounds')
}

function invalidField(index: number, field: string, message: string) {
  return fail('BadRequest', { fields: [{ path: `body.fees.${index}.${field}`, message }] })
}
