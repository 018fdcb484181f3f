import { ok } from '#kernel/result.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { usesPoolId } from '../rules.ts'
import { insertProduct, type NewProduct } from '../store.ts'

export type NewPassProduct = NewProduct & { readonly cardsMax: number }

/** Creates a product with an offering of `cardsMax` cards. Returns its id. */
export async function createProduct(
  context: Context,
  { cardsMax, ...product }: NewPassProduct,
): Promise<number> {
  const created = await inTransaction(context, async (inside) => {
    const offeringId = await createOffering(inside, {
      placeCount: 0,
      pools: [{ poolId: usesPoolId, capacity: cardsMax }],
    })
    return ok(await insertProduct(inside, offeringId, product))
  })
  return created.value
}
