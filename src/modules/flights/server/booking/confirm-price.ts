/** The current price of a search result, stored for the caller until it expires. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Failure, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { ratesFor, totalInLari } from '../lari.ts'
import { supplierOf, type FlightPorts } from '../ports.ts'
import { readItineraryId } from '../search/merge.ts'
import { offersOf } from '../search/run-search.ts'
import { readCriteria } from '../search/store.ts'
import type { SupplierAnswer } from '../supplier.ts'
import { findPrice, insertPrice, isOwn, ownerOf, type StoredPrice } from './store.ts'

export async function confirmPrice(
  context: Context,
  ports: FlightPorts,
  itineraryId: string,
): Promise<Result<StoredPrice, ErrorCode>> {
  const owner = ownerOf(context.actor)
  if (!owner) return fail('Unauthenticated')
  const found = await findItinerary(context, itineraryId)
  if (!found.ok) return found
  const { offer, criteria, supplierName } = found.value
  const supplier = supplierOf(ports, supplierName)
  if (!supplier) return fail('FlightOfferEnded')
  const priced = await supplier.price(context, offer)
  if (priced.kind !== 'answered') return refusalOf(priced)
  const rates = await ratesFor(context)
  const rate = rates.of(priced.value.currency)
  if (priced.value.currency !== 'GEL' && rate === null) return fail('FlightSupplierSilent')
  const price: StoredPrice = {
    ...owner,
    id: context.random.uuid(),
    supplier: supplierName,
    criteria,
    offer: priced.value,
    totalMinor: totalInLari(priced.value.prices, priced.value.currency, rate),
    searchedMinor: totalInLari(offer.prices, offer.currency, rate),
    rate,
    expiresAt: new Date(priced.value.expiresAt),
  }
  await insertPrice(context, { ...price, createdAt: context.clock.now() })
  return ok(price)
}

/** The error for a supplier's refusal or missing reply. */
export function refusalOf(
  answer: Exclude<SupplierAnswer<unknown>, { kind: 'answered' }>,
): Failure<ErrorCode> {
  if (answer.kind === 'unknown') return fail('FlightSupplierSilent')
  switch (answer.code) {
    case 'sold-out':
      return fail('FlightSoldOut')
    case 'seat-taken':
      return fail('FlightSeatTaken')
    case 'passenger-refused':
      return fail('FlightPassengersWrong')
    case 'price-changed':
      return fail('FlightPriceChanged')
    case 'not-cancellable':
      return fail('FlightNotCancellable')
    case 'offer-gone':
    case 'not-found':
      return fail('FlightOfferEnded')
  }
}

/** An offer of a search that is still stored. */
export async function findItinerary(context: Context, itineraryId: string) {
  const id = readItineraryId(itineraryId)
  if (!id) return fail('NotFound')
  const criteria = await readCriteria(context, id.searchId)
  if (!criteria) return fail('FlightOfferEnded')
  const offer = (await offersOf(context, id.searchId, id.supplier))[id.index]
  if (!offer) return fail('NotFound')
  return ok({ offer, criteria, supplierName: id.supplier })
}

/** The caller's own confirmed price. Fails with `FlightOfferEnded` after its expiry. */
export async function findOwnPrice(
  context: Context,
  id: string,
): Promise<Result<StoredPrice, 'NotFound' | 'FlightOfferEnded'>> {
  const price = await findPrice(context, id)
  if (!price || !isOwn(context.actor, price)) return fail('NotFound')
  return price.expiresAt > context.clock.now() ? ok(price) : fail('FlightOfferEnded')
}
