import { ticketStatus } from '#contract/enumerations.ts'
import { money } from '#kernel/money.ts'
import { readPoolUse } from '#modules/inventory/server/public-api.ts'
import {
  describeBySource,
  itemKey,
  presentOrder,
  type Order,
  type OrderPorts,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { CardView, OwnCardView, PassOrderView, PassProductView } from '../contract.ts'
import { cardNumberOf, shortNumber } from './card-number.ts'
import { endOfProduct, isValidAt, usesPoolId, validityOf } from './rules.ts'
import { readEntries, type Card, type Product } from './store.ts'

/** Maximum number of entries in a card's history. */
const entriesMax = 100

export function presentProduct(
  { locale }: Pick<Context, 'locale'>,
  product: Product,
): PassProductView {
  const { topUpUses, topUpPriceMinor, valueMinorMax } = product
  return {
    productId: product.productId,
    name: product.name[locale],
    description: product.description[locale],
    merchant: product.merchantName[locale],
    imageUrl: product.imageUrl,
    uses: product.uses,
    price: money(product.priceMinor),
    topUp:
      topUpUses === null || topUpPriceMinor === null
        ? null
        : { uses: topUpUses, price: money(topUpPriceMinor) },
    validFrom: product.validFrom.toISOString(),
    validUntil: endOfProduct(product).toISOString(),
    timeZone: product.timeZone,
    validDays: product.validDays,
    validDaysFrom: product.validDaysFrom,
    sources: product.sources && [...product.sources],
    weekdays: product.weekdays && [...product.weekdays],
    hourFrom: product.hourFrom,
    hourUntil: product.hourUntil,
    valueMax: valueMinorMax === null ? null : money(valueMinorMax),
    usesPerOrderMax: product.usesPerOrderMax,
    paysFees: product.paysFees,
    isAtDoor: product.isAtDoor,
  }
}

export async function presentCard(
  context: Context,
  card: Card,
  product: Product,
): Promise<CardView> {
  const use = (await readPoolUse(context, [card.offeringId], usesPoolId)).get(card.offeringId)
  const { capacity, sold, held } = use ?? { capacity: 0, sold: 0, held: 0 }
  const usesLeft = capacity - sold - held
  const { from, until } = validityOf(product, card)
  return {
    shortNumber: shortNumber(await cardNumberOf(context, card)),
    state: stateOf(context, card, product, usesLeft + held),
    usesLeft,
    usesHeld: held,
    usesGranted: capacity,
    validFrom: from.toISOString(),
    validUntil: until.toISOString(),
    firstUsedAt: card.firstUsedAt?.toISOString() ?? null,
    product: presentProduct(context, product),
  }
}

function stateOf(
  { clock }: Context,
  card: Card,
  product: Product,
  unused: number,
): CardView['state'] {
  if (card.ticketStatus !== ticketStatus.Active) return 'ended'
  const validity = validityOf(product, card)
  if (!isValidAt(validity, clock.now())) return clock.now() < validity.from ? 'not-yet' : 'expired'
  return unused === 0 ? 'used-up' : 'active'
}

/** A card for its holder: with number and history, including the names of the items that it paid for. */
export async function presentOwnCard(
  context: Context,
  { sources }: OrderPorts,
  { card, product, reference }: { card: Card; product: Product; reference: TicketReference },
): Promise<OwnCardView> {
  const entries = await readEntries(context, card.ticketId, entriesMax)
  const items = entries.flatMap(({ item }) => item ?? [])
  const descriptions = await describeBySource(sources, items, (source, own) =>
    source.describeItems(context, own),
  )
  return {
    ...(await presentCard(context, card, product)),
    ...reference,
    cardNumber: await cardNumberOf(context, card),
    history: entries.map(({ kind, uses, left, at, orderNumber, item }) => ({
      kind,
      uses,
      left,
      at: at.toISOString(),
      orderNumber: reference.orderNumber === '' && kind === 'issued' ? null : orderNumber,
      item: (item && descriptions.get(itemKey(item))?.name[context.locale]) ?? null,
    })),
  }
}

export interface TicketReference {
  readonly ticketIdentifier: string
  readonly orderNumber: string
}

export async function presentPassOrder(
  context: Context,
  ports: OrderPorts,
  order: Order,
): Promise<PassOrderView> {
  return {
    order: await presentOrder(context, ports, order),
    usesHeld: order.lines.filter(({ detail }) => detail.reduction?.by === 'multipass').length,
    toPay: money(order.totalMinor, order.currency),
  }
}
