/** The offer source of passes: cards of a product, and additional uses for a card. */
import { categoryKind } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { hasSpelledWords } from '#kernel/spelling-pattern.ts'
import { isSelling, readOffering } from '#modules/inventory/server/public-api.ts'
import {
  itemKey,
  type ItemDetails,
  type ItemHead,
  type OfferSource,
  type Quote,
  type QuotedTicket,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { shortNumber } from './card-number.ts'
import { accountOf, refusalOfCard } from './commands/apply-pass.ts'
import { findCard } from './find-card.ts'
import { inBoth } from './labels.ts'
import { endOfProduct, passTypes, sourceName, usesPoolId } from './rules.ts'
import { readProducts, type Product } from './store.ts'

/** Cards of a product, or additional uses for one card. */
export type PassRequest =
  | { readonly productId: number; readonly quantity: number }
  | { readonly cardNumber: string }

/** Items in a reply of the search. */
const foundMax = 12

export const multipassSource: OfferSource<PassRequest> = {
  name: sourceName,

  quote: (context, request) =>
    'cardNumber' in request
      ? quoteTopUp(context, request.cardNumber)
      : quoteCards(context, request),

  describeItems: (context, items) =>
    describe(context, items, (_product, description) => description),

  async nameGroups(context, productIds) {
    const products = await readProducts(context, { productIds, isAny: true })
    return new Map(products.map(({ productId, name }) => [productId, name]))
  },

  async findItems(context, text) {
    const products = await readProducts(context)
    return products
      .filter(({ name, merchantName }) =>
        hasSpelledWords([name.ka, name.en, merchantName.ka, merchantName.en].join(' '), text),
      )
      .slice(0, foundMax)
      .map(({ productId, name, merchantName, timeZone }) => ({
        itemId: productId,
        name,
        venue: merchantName,
        startsAt: null,
        timeZone,
      }))
  },
}

async function quoteCards(
  context: Context,
  { productId, quantity }: { readonly productId: number; readonly quantity: number },
): Promise<Result<Quote, ErrorCode>> {
  const [product] = await readProducts(context, { productIds: [productId] })
  if (!product?.isActive) return fail('NotFound')
  return quote(context, product, {
    ticketTypeId: passTypes.pass,
    quantity,
    unitPriceMinor: product.priceMinor,
    description: inBoth('linePass', (locale) => ({ name: product.name[locale] })),
    detail: { earner: accountOf(productId) },
  })
}

async function quoteTopUp(context: Context, cardNumber: string): Promise<Result<Quote, ErrorCode>> {
  const found = await findCard(context, cardNumber)
  if (!found) return fail('PassNotFound')
  const { card, product } = found
  const refusal = refusalOfCard(found, context.clock.now())
  if (refusal) return fail(refusal)
  if (product.topUpUses === null || product.topUpPriceMinor === null)
    return fail('PassTopUpNotOffered')
  return quote(context, product, {
    ticketTypeId: passTypes.topUp,
    quantity: 1,
    unitPriceMinor: product.topUpPriceMinor,
    description: inBoth('lineTopUp', (locale) => ({
      name: product.name[locale],
      number: shortNumber(found.cardNumber),
    })),
    detail: { earner: accountOf(product.productId), toppedUp: { ticketId: card.ticketId } },
  })
}

async function quote(
  context: Context,
  product: Product,
  ticket: Pick<
    QuotedTicket,
    'ticketTypeId' | 'quantity' | 'unitPriceMinor' | 'description' | 'detail'
  >,
): Promise<Result<Quote, ErrorCode>> {
  const { offeringId, merchantId, productId } = product
  const offering = await readOffering(context, offeringId)
  const now = context.clock.now()
  if (!offering || !isSelling(offering, now) || now > endOfProduct(product))
    return fail('EventNotActive')
  return ok({
    source: sourceName,
    offeringId,
    itemId: productId,
    currency: 'GEL',
    tickets: [{ ...ticket, merchantId, placeId: null, poolId: usesPoolId, legFrom: 0, legTo: 1 }],
    fees: new Map(),
    holdSeconds: offering.holdSeconds,
    placesPerOrderMax: offering.placesPerOrderMax,
    perTypeMax: new Map([[passTypes.topUp, 1]]),
  })
}

type PassDescription = ItemHead & Extract<ItemDetails, { kind: 'pass' }>

/** Describes items, extended by `add`. Passes have no date; in lists their end counts as `startsAt`. */
export async function describe<Description>(
  context: Context,
  items: readonly SoldItem[],
  add: (product: Product, description: PassDescription) => Description,
): Promise<Map<string, Description>> {
  const productIds = [...new Set(items.map(({ itemId }) => itemId))]
  const products = await readProducts(context, { productIds })
  return new Map(
    items.flatMap((item) => {
      const product = products.find(({ productId }) => productId === item.itemId)
      return product ? [[itemKey(item), add(product, descriptionOf(product))]] : []
    }),
  )
}

function descriptionOf(product: Product): PassDescription {
  const { productId, name, validFrom, timeZone, uses, imageUrl } = product
  const validUntil = endOfProduct(product)
  return {
    kind: 'pass',
    itemId: productId,
    name,
    venue: inBoth('place'),
    startsAt: validUntil,
    timeZone,
    endsAt: validUntil,
    endTimeZone: timeZone,
    imageUrl,
    category: categoryKind.Event,
    pagePath: '/multipass',
    validFrom,
    validUntil,
    uses,
  }
}
