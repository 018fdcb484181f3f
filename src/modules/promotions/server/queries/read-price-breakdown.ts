import type { ErrorCode } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { ok, type Result } from '#kernel/result.ts'
import { readOwnCards, readOwnStatus } from '#modules/membership/server/public-api.ts'
import type {
  OrderOptionView,
  OrderPriceBreakdownView,
} from '#modules/orders/discounts-contract.ts'
import {
  findOwnOrder,
  wouldCost,
  wouldTakeOff,
  type Order,
  type OrderLine,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { termsOfCard } from '../commands/apply-discount-card.ts'
import { discountOf } from '../line.ts'
import { termsOfOption, type OrderOption } from '../option.ts'
import { listOptions, readPromoCode } from '../store.ts'

/** Price breakdown of the caller's own order, with applied and available discounts and options. */
export async function readPriceBreakdown(
  context: Context,
  orderKey: string,
): Promise<Result<OrderPriceBreakdownView, ErrorCode>> {
  const found = await findOwnOrder(context, { orderKey })
  if (!found.ok) return found
  const order = found.value
  return ok({
    orderKey: order.orderKey,
    promo: await promoOf(context, order),
    cards: await cardsOf(context, order),
    loyalty: await loyaltyOf(context, order),
    options: await optionsOf(context, order),
  })
}

async function promoOf(context: Context, order: Order): Promise<OrderPriceBreakdownView['promo']> {
  const line = discountOf(order, 'promo-code')
  if (!line?.detail.reduction) return null
  const code = await readPromoCode(context, Number(line.detail.reduction.id))
  return { code: code?.code ?? '', takenOff: discountAmount(order, line) }
}

async function cardsOf(context: Context, order: Order): Promise<OrderPriceBreakdownView['cards']> {
  const applied = discountOf(order, 'discount-card')?.detail.reduction?.id
  const code = discountOf(order, 'promo-code')?.detail.reduction
  return (await readOwnCards(context)).map((card) => {
    const terms = termsOfCard(card)
    return {
      cardNumber: card.number,
      typeId: card.typeId,
      name: card.name[context.locale],
      percent: card.basisPoints / 100,
      takesOff: money(wouldTakeOff(terms, order.lines), order.currency),
      isApplied: terms.id === applied,
      isBlocked: code !== undefined && !code.isCombined,
    }
  })
}

async function loyaltyOf(
  context: Context,
  order: Order,
): Promise<OrderPriceBreakdownView['loyalty']> {
  const line = discountOf(order, 'loyalty')
  const status = line && (await readOwnStatus(context))
  if (!line || !status) return null
  return {
    name: status.name[context.locale],
    feeOffPercent: (line.detail.reduction?.basisPoints ?? 0) / 100,
    takenOff: discountAmount(order, line),
  }
}

function discountAmount(order: Order, line: OrderLine) {
  return money(-line.amountMinor, order.currency)
}

/** Options for this order; a chosen option stays in the list although it is no longer offered. */
async function optionsOf(
  context: Context,
  order: Order,
): Promise<OrderPriceBreakdownView['options']> {
  const options = await listOptions(context, { withInactive: true })
  return options.flatMap((option) => {
    const line = order.lines.find(({ detail }) => detail.option?.optionId === option.id)
    const costMinor = line?.amountMinor ?? wouldCost(termsOfOption(option), order.lines)
    if (!line && (!option.isActive || costMinor === 0)) return []
    return [
      {
        ...presentOption(context, option),
        cost: money(costMinor, order.currency),
        isChosen: line !== undefined,
      },
    ]
  })
}

/** An option as shown to buyers. */
export function presentOption(context: Context, option: OrderOption): OrderOptionView {
  const { locale } = context
  return {
    feeId: option.id,
    kind: option.kind,
    name: option.name[locale],
    description: option.description[locale],
    pricing: option.pricing,
    price: money(option.amountMinor),
    priceMax: option.amountMinorMax === null ? null : money(option.amountMinorMax),
    percent: option.basisPoints === null ? null : option.basisPoints / 100,
  }
}
