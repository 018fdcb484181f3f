import { money } from '#kernel/money.ts'
import type { TicketTypeForSale } from '#modules/catalogue/server/public-api.ts'
import { rateText } from '#modules/rates/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { TicketTypeView } from '../contract.ts'
import { needsCode } from './open-map.ts'
import { lariPrice } from './pricing.ts'
import { perOrderMaxOf } from './quote.ts'
import { findSale, type EventSale } from './sale.ts'

/** Ticket types as buyers see them: prices in lari, with the original foreign price; packages with their parts. */
export function ticketTypeViews(
  context: Context,
  sale: EventSale,
  types: readonly TicketTypeForSale[],
): Promise<TicketTypeView[]> {
  return Promise.all(types.map((type) => ticketTypeView(context, sale, type)))
}

async function ticketTypeView(
  context: Context,
  sale: EventSale,
  type: TicketTypeForSale,
): Promise<TicketTypeView> {
  const { locale } = context
  const price = lariPrice(type, sale.rates, context.clock.now())
  const charged = price
    ? amounts(price.priceMinor, price.feeMinor, 'GEL')
    : amounts(type.priceMinor, type.feeMinor, type.currency)
  return {
    ticketTypeId: type.ticketTypeId,
    name: type.name[locale],
    zone: type.zone,
    poolId: type.poolId,
    ...charged,
    isActive: type.status === 'Active' && price !== null && price.isSellable,
    perOrderMax: perOrderMaxOf(sale, type),
    needsAccessCode: needsCode(sale, type),
    table: type.table && {
      guestsMin: type.table.guestsMin,
      guestsMax: type.table.guestsMax,
      isPerGuest: type.table.isPerGuest,
      isDeposit: type.table.isDeposit,
    },
    parts: await partViews(context, type),
    foreign:
      type.currency === 'GEL'
        ? null
        : {
            ...amounts(type.priceMinor, type.feeMinor, type.currency),
            rate: price?.foreign ? rateText(price.foreign.lariMillionths) : null,
            ratedOn: price?.foreign?.ratedOn ?? null,
          },
  }
}

function amounts(
  priceMinor: number,
  feeMinor: number,
  currency: TicketTypeForSale['currency'],
): Pick<TicketTypeView, 'price' | 'fee' | 'total'> {
  return {
    price: money(priceMinor, currency),
    fee: money(feeMinor, currency),
    total: money(priceMinor + feeMinor, currency),
  }
}

async function partViews(
  context: Context,
  type: TicketTypeForSale,
): Promise<TicketTypeView['parts']> {
  const { locale } = context
  const views: TicketTypeView['parts'] = []
  for (const { eventId, ticketTypeId, quantity } of type.parts) {
    const sale = await findSale(context, eventId)
    const part = sale?.types.get(ticketTypeId)
    if (!sale || !part) continue
    const { name, venueName, startsAt, validFrom, timeZone } = sale.event
    views.push({
      eventId,
      ticketTypeId,
      quantity,
      eventName: name[locale],
      name: part.name[locale],
      venueName: venueName[locale],
      startsAt: startsAt.toISOString(),
      isOpenDate: validFrom !== null,
      timeZone,
    })
  }
  return views
}
