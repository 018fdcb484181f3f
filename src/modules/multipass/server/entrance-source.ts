/** Entrance items of passes: products whose cards are scanned themselves. */
import type { EntranceItem, EntranceSource } from '#modules/entrance/server/public-api.ts'
import { returnDoorUse, takeDoorUse } from './commands/take-door-use.ts'
import { inBoth } from './labels.ts'
import { endOfDays, endOfProduct, passTypes, sourceName } from './rules.ts'
import { readCardUses, readProducts, type Product } from './store.ts'

export const multipassEntranceSource: EntranceSource = {
  name: sourceName,

  async listItems(context, { merchantId, from, most }) {
    // Cards of a product that is no longer sold are still valid.
    const products = await readProducts(context, { merchantId, isAny: true })
    return products
      .filter((product) => product.isAtDoor && endOfProduct(product) > from)
      .slice(0, most)
      .map(entranceItem)
  },

  async findItem(context, itemId) {
    const [product] = await readProducts(context, { productIds: [itemId] })
    return product?.isAtDoor ? entranceItem(product) : null
  },

  severalUses: {
    take: takeDoorUse,
    undoTake: returnDoorUse,
    async readUses(context, { itemId, ...which }) {
      const [product] = await readProducts(context, { productIds: [itemId] })
      if (!product) return []
      const cards = await readCardUses(context, itemId, which)
      return cards.map(({ ticketId, usesLeft, ...card }) => ({
        ticketId,
        usesLeft,
        endsAt: endOfDays(product, card),
      }))
    },
  },
}

function entranceItem(product: Product): EntranceItem {
  const endsAt = endOfProduct(product)
  return {
    itemId: product.productId,
    merchantId: product.merchantId,
    groupId: product.productId,
    offeringId: product.offeringId,
    name: product.name,
    venue: product.merchantName,
    city: inBoth('place'),
    timeZone: product.timeZone,
    startsAt: endsAt,
    doorsAt: null,
    endsAt,
    validFrom: product.validFrom,
    usesWhenNew: product.uses,
    stops: [],
    gates: [],
    ticketTypes: new Map([[passTypes.pass, inBoth('typePass')]]),
    rotatesCodes: false,
  }
}
