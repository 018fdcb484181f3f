/** The operator's calls for passes. */
import { money } from '#kernel/money.ts'
import { ok } from '#kernel/result.ts'
import { readPoolUse } from '#modules/inventory/server/public-api.ts'
import type { OrderPorts } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { readPassProducts, savePassProduct, type OfficeProductView } from '../office-contract.ts'
import { saveProduct } from './commands/save-product.ts'
import { sourceName, usesPoolId } from './rules.ts'
import { readProducts, type Product } from './store.ts'

export function officeRoutes({ sources }: Pick<OrderPorts, 'sources'>): readonly Implementation[] {
  const payable = sources.map(({ name }) => name).filter((name) => name !== sourceName)
  return [
    implement(readPassProducts, requireOperator, async (context) => {
      const products = await readProducts(context, { isAny: true })
      const merchants = await context.db
        .selectFrom('merchant_summary')
        .select(['merchant_id', 'name'])
        .orderBy('merchant_id')
        .execute()
      return ok({
        products: await presentAll(context, products),
        sources: payable,
        merchants: merchants.flatMap(({ merchant_id: merchantId, name }) =>
          merchantId === null
            ? []
            : [{ merchantId, name: (name as { ka: string; en: string })[context.locale] }],
        ),
      })
    }),
    implement(savePassProduct, requireOperator, async (context, { body }) => {
      const saved = await saveProduct(context, payable, body)
      if (!saved.ok) return saved
      const [view] = await presentAll(
        context,
        await readProducts(context, { productIds: [saved.value] }),
      )
      if (!view) throw new Error('A saved pass does not exist')
      return ok(view)
    }),
  ]
}

async function presentAll(
  context: Context,
  products: readonly Product[],
): Promise<OfficeProductView[]> {
  const offeringIds = products.map(({ offeringId }) => offeringId)
  const uses = await readPoolUse(context, offeringIds, usesPoolId)
  return products.map((product) => ({
    productId: product.productId,
    nameKa: product.name.ka,
    nameEn: product.name.en,
    descriptionKa: product.description.ka,
    descriptionEn: product.description.en,
    merchantId: product.merchantId,
    merchant: product.merchantName[context.locale],
    uses: product.uses,
    price: money(product.priceMinor),
    topUpUses: product.topUpUses,
    topUpPrice: product.topUpPriceMinor === null ? null : money(product.topUpPriceMinor),
    validFrom: product.validFrom.toISOString(),
    validUntil: product.validUntil.toISOString(),
    validDays: product.validDays,
    validDaysFrom: product.validDaysFrom,
    sources: product.sources && [...product.sources],
    merchantIds: product.merchantIds && [...product.merchantIds],
    weekdays: product.weekdays && [...product.weekdays],
    hourFrom: product.hourFrom,
    hourUntil: product.hourUntil,
    valueMax: product.valueMinorMax === null ? null : money(product.valueMinorMax),
    usesPerOrderMax: product.usesPerOrderMax,
    paysFees: product.paysFees,
    isAtDoor: product.isAtDoor,
    isActive: product.isActive,
    cardsMax: uses.get(product.offeringId)?.capacity ?? 0,
    cardsSold: uses.get(product.offeringId)?.sold ?? 0,
  }))
}
