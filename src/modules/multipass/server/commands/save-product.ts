import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  changePoolCapacity,
  createOffering,
  readPoolUse,
  retireOffering,
} from '#modules/inventory/server/public-api.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { PassProductToSave } from '../../office-contract.ts'
import { endOfProduct, sourceName, usesPoolId } from '../rules.ts'
import {
  lockProduct,
  moveProduct,
  readProducts,
  updateProduct,
  type NewProduct,
  type Product,
} from '../store.ts'
import { createProduct } from './create-product.ts'

function invalidField(field: string, message: string) {
  return fail('BadRequest', { fields: [{ path: `body.${field}`, message }] })
}

/**
 * Creates a pass or changes one; returns its id. Fails with `PassTermsSold` if the terms of sold cards would change: only
 * their end may move, and only to a later date.
 */
export async function saveProduct(
  context: Context,
  sources: readonly string[],
  request: PassProductToSave,
): Promise<Result<number, ErrorCode>> {
  const terms = await termsOf(context, sources, request)
  if (!terms.ok) return terms
  const { cardsMax, productId, isActive } = request
  return inTransaction(context, async (inside): Promise<Result<number, ErrorCode>> => {
    if (productId === undefined) {
      const createdId = await createProduct(inside, { ...terms.value, cardsMax })
      if (!isActive) await updateProduct(inside, createdId, terms.value, isActive)
      await log(inside, createdId, 'multipass.add-product', request)
      return ok(createdId)
    }
    const known = await lockProduct(inside, productId)
    if (!known) return fail('NotFound')
    const { offeringId } = known
    const use = (await readPoolUse(inside, [offeringId], usesPoolId)).get(offeringId)
    if (!keepsSoldTerms(known, terms.value)) {
      if (use && use.sold + use.held > 0) return fail('PassTermsSold')
      const replaced = await replaceOffering(inside, offeringId, cardsMax)
      if (!replaced.ok) return replaced
      await moveProduct(inside, productId, replaced.value)
    } else {
      const changed = await changePoolCapacity(inside, { offeringId, poolId: usesPoolId }, cardsMax)
      if (!changed.ok) return fail('PassTooFewCards')
    }
    await updateProduct(inside, productId, terms.value, isActive)
    await log(inside, productId, 'multipass.change-product', request)
    return ok(productId)
  })
}

/**
 * Other terms are sold by another offering: whoever was at the bank when their hold ended gets the money back, and no
 * card of terms that they did not choose.
 */
async function replaceOffering(
  context: Context,
  offeringId: number,
  cardsMax: number,
): Promise<Result<number, 'PassTermsSold'>> {
  const retired = await retireOffering(context, offeringId)
  if (!retired.ok) return fail('PassTermsSold')
  const pools = [{ poolId: usesPoolId, capacity: cardsMax }]
  return ok(await createOffering(context, { placeCount: 0, pools }))
}

function log(
  context: Context,
  productId: number,
  action: string,
  { isActive, price, uses, cardsMax }: PassProductToSave,
): Promise<void> {
  const detail = { isActive, priceMinor: price, uses, cardsMax }
  return logOperatorAction(context, { action, subject: `pass ${productId}`, detail })
}

async function termsOf(
  context: Context,
  sources: readonly string[],
  request: PassProductToSave,
): Promise<Result<NewProduct, ErrorCode>> {
  const { validFrom, validUntil, topUpUses, topUpPrice, validDays, validDaysFrom } = request
  const { hourFrom, hourUntil, merchantId } = request
  if ((topUpUses === undefined) !== (topUpPrice === undefined))
    return invalidField('topUpPrice', 'Uses and price together')
  if ((validDays === undefined) !== (validDaysFrom === undefined))
    return invalidField('validDaysFrom', 'Days and their beginning together')
  if (hourFrom !== undefined && hourUntil !== undefined && hourUntil <= hourFrom)
    return invalidField('hourUntil', 'After the first hour')
  if (request.sources?.some((name) => name === sourceName || !sources.includes(name)))
    return invalidField('sources', 'Names of what is sold, but passes')
  const merchant = await context.db
    .selectFrom('merchant_summary')
    .select('merchant_id')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  if (!merchant) return invalidField('merchantId', 'An organiser')
  const [known] = request.productId
    ? await readProducts(context, { productIds: [request.productId] })
    : []
  const timeZone = known?.timeZone ?? 'Asia/Tbilisi'
  const lastMoment = endOfProduct({ validUntil, timeZone })
  if (lastMoment <= validFrom) return invalidField('validUntil', 'After the beginning')
  return ok({
    merchantId,
    name: { ka: request.nameKa, en: request.nameEn },
    description: { ka: request.descriptionKa, en: request.descriptionEn },
    imageUrl: known?.imageUrl ?? null,
    uses: request.uses,
    priceMinor: request.price,
    topUpUses: topUpUses ?? null,
    topUpPriceMinor: topUpPrice ?? null,
    validFrom,
    validUntil: lastMoment,
    validDays: validDays ?? null,
    validDaysFrom: validDaysFrom ?? null,
    timeZone,
    sources: request.sources ?? null,
    items: known?.items ?? null,
    merchantIds: request.merchantIds ?? null,
    weekdays: request.weekdays?.toSorted() ?? null,
    hourFrom: hourFrom ?? null,
    hourUntil: hourUntil ?? null,
    valueMinorMax: request.valueMax ?? null,
    usesPerOrderMax: request.usesPerOrderMax,
    paysFees: request.paysFees,
    isAtDoor: request.isAtDoor,
  })
}

/** Whether the terms under which cards were sold are unchanged, except for a later end. */
function keepsSoldTerms(known: Product, terms: NewProduct): boolean {
  const fixedTerms = (product: NewProduct) =>
    JSON.stringify([
      product.merchantId,
      product.validFrom,
      product.validDays,
      product.validDaysFrom,
      product.sources?.toSorted() ?? null,
      product.merchantIds?.toSorted() ?? null,
      product.weekdays?.toSorted() ?? null,
      product.hourFrom,
      product.hourUntil,
      product.valueMinorMax,
      product.usesPerOrderMax,
      product.paysFees,
      product.isAtDoor,
    ])
  return endOfProduct(terms) >= endOfProduct(known) && fixedTerms(known) === fixedTerms(terms)
}
