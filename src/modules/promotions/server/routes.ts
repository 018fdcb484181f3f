import type { SeatBoards } from '#modules/events/server/public-api.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import * as buying from '#modules/orders/discounts-contract.ts'
import { presentOrder, type Order, type OrderPorts } from '#modules/orders/server/public-api.ts'
import { requireCustomer, requireOperator } from '#platform/http/guards.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import { tableFile } from '#platform/tables/table-file.ts'
import * as calls from '../contract.ts'
import { applyBenefits } from './commands/apply-benefits.ts'
import { applyDiscountCard, unapplyDiscountCard } from './commands/apply-discount-card.ts'
import { applyPromoCode, unapplyPromoCode } from './commands/apply-promo-code.ts'
import { chooseOptions } from './commands/choose-options.ts'
import { reserveWithPromo } from './commands/reserve-with-promo.ts'
import { changeOrderOption } from './commands/write-order-option.ts'
import { makeBatch } from './commands/make-promo-batch.ts'
import { savePromoCode } from './commands/save-promo-code.ts'
import { switchBatch } from './commands/switch-promo-batch.ts'
import { sheetOfCodes } from './queries/codes-table.ts'
import { readEventFees } from './queries/event-fees.ts'
import { readPromotionUses, readOffice } from './queries/office.ts'
import { presentItem } from './queries/promoted-items.ts'
import { readPriceBreakdown } from './queries/read-price-breakdown.ts'

/** Calls for buyers' discounts and options, and for operators who manage them. */
export function promotionRoutes(ports: OrderPorts, boards: SeatBoards): readonly Implementation[] {
  const answer = async (context: CallContext, changed: Result<Order, ErrorCode>) =>
    changed.ok ? ok(await presentOrder(context, ports, changed.value)) : changed
  return [
    implement(buying.promoCodesApply, async (context, { body }) =>
      answer(context, await applyPromoCode(context, body)),
    ),
    implement(buying.promoCodesUnapply, async (context, { body }) =>
      answer(context, await unapplyPromoCode(context, body.orderKey)),
    ),
    implement(buying.ordersPromoApply, async (context, { body }) =>
      answer(context, await applyPromoCode(context, body)),
    ),
    implement(buying.ordersPromoUnapply, async (context, { body }) =>
      answer(context, await unapplyPromoCode(context, body.orderKey)),
    ),
    implement(buying.ordersFeesApply, async (context, { body }) =>
      answer(context, await chooseOptions(context, body)),
    ),
    implement(buying.ownDiscountCardApply, requireCustomer, async (context, { body }) =>
      answer(context, await applyDiscountCard(context, body)),
    ),
    implement(buying.ownDiscountCardUnapply, requireCustomer, async (context, { body }) =>
      answer(context, await unapplyDiscountCard(context, body.orderKey)),
    ),
    implement(buying.ownBenefitsApply, requireCustomer, async (context, { body }) =>
      answer(context, await applyBenefits(context, body.orderKey)),
    ),
    implement(buying.ownOrderPriceBreakdown, (context, { query }) =>
      readPriceBreakdown(context, query.orderKey),
    ),
    implement(calls.orderFees, (context, { query }) => readEventFees(context, query.eventId)),
    implement(calls.reservePromo, async (context, { body }) =>
      answer(context, await reserveWithPromo(context, boards, body)),
    ),
    ...officeRoutes(ports),
  ]
}

/** The operator's calls; the handler chain has checked that the caller is an operator. */
const officeRoutes = ({ sources }: OrderPorts): readonly Implementation[] => [
  implement(calls.readPromotions, requireOperator, async (context, { query }) =>
    ok(await readOffice(context, sources, query)),
  ),
  implement(calls.findPromotionGroups, requireOperator, async (context, { query }) => {
    const source = sources.find(({ name }) => name === query.source)
    if (!source?.findGroups) return fail('NotFound')
    const found = await source.findGroups(context, { text: query.query })
    return ok({ groups: found.map(({ key, name }) => ({ key, name: { ...name } })) })
  }),
  implement(calls.findPromotionItems, requireOperator, async (context, { query }) => {
    const source = sources.find(({ name }) => name === query.source)
    if (!source?.findItems) return fail('NotFound')
    const found = await source.findItems(context, query.query)
    return ok({ items: found.map((item) => presentItem(context, item)) })
  }),
  implement(
    calls.savePromoCode,
    requireOperator,
    async (context, { body: { count, ...request } }) => {
      if (count === undefined) {
        const saved = await savePromoCode(context, sources, request)
        return saved.ok ? ok({ code: saved.value, batchId: null }) : saved
      }
      const made = await makeBatch(context, sources, { ...request, count })
      return made.ok ? ok({ code: null, batchId: made.value.batchId }) : made
    },
  ),
  implement(calls.switchPromoBatch, requireOperator, (context, { body }) =>
    switchBatch(context, body),
  ),
  implement(
    calls.exportPromoCodes,
    requireOperator,
    async (context, { query: { batchId, format } }) => {
      const sheet = await sheetOfCodes(context, batchId)
      return sheet.ok ? ok(tableFile(format, `promo-codes-${batchId}`, [sheet.value])) : sheet
    },
  ),
  implement(calls.readPromotionUses, requireOperator, (context, { query }) =>
    readPromotionUses(context, query),
  ),
  implement(calls.changeOrderOption, requireOperator, (context, { body }) =>
    changeOrderOption(context, body),
  ),
]
