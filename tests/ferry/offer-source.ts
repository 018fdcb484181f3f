/** The offer source of the ferry: passengers by class from pier to pier, cars on the deck. */
import { fail, ok } from '#kernel/result.ts'
import { isSelling, readOffering } from '#modules/inventory/server/public-api.ts'
import {
  itemKey,
  type ItemDetails,
  type ItemHead,
  type OfferSource,
  type PassengerTerms,
  type QuotedTicket,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import { carDeckPool, fareTypes, readSailings, type Fare, type Sailing } from './tables.ts'

export const ferryName = 'ferry'
/** Fee per ticket and leg. */
export const legFeeMinor = 50

/** Passengers and cars between two piers, which are given by position. */
export interface FerryPart {
  readonly from: number
  readonly to: number
  readonly typeId: number
  readonly placeIds?: readonly number[]
  readonly cars?: number
}

export interface FerryRequest {
  readonly sailingId: number
  readonly parts: readonly FerryPart[]
}

const passengers: PassengerTerms = {
  asksNameKa: false,
  documentKinds: ['passport', 'identity-card', 'birth-certificate'],
  asksBirthDate: false,
  kindOfType: new Map([
    [fareTypes.saloon, 0],
    [fareTypes.saloonChild, 1],
  ]),
  // The driver has a separate passenger ticket.
  namelessTypes: new Set([fareTypes.car]),
}

export const ferrySource: OfferSource<FerryRequest> = {
  name: ferryName,

  async quote(context, { sailingId, parts }) {
    const [sailing] = await readSailings(context, [sailingId])
    if (!sailing) return fail('NotFound')
    const offering = await readOffering(context, sailing.offeringId)
    if (!offering || !isSelling(offering, context.clock.now())) return fail('EventNotActive')
    const tickets: QuotedTicket[] = []
    for (const part of parts) {
      const quoted = ticketsOf(sailing, part, context.clock.now())
      if (!quoted) return fail('BadRequest')
      tickets.push(...quoted)
    }
    return ok({
      source: ferryName,
      offeringId: sailing.offeringId,
      itemId: sailingId,
      currency: 'GEL',
      tickets,
      fees: new Map(),
      holdSeconds: 900,
      placesPerOrderMax: 20,
      perTypeMax: new Map([[fareTypes.car, 1]]),
    })
  },

  async describeItems(context, items) {
    return describe(context, items, (_sailing, description) => description)
  },

  passengerTerms: async () => passengers,
}

function ticketsOf(sailing: Sailing, part: FerryPart, now: Date): QuotedTicket[] | null {
  const { from, to, typeId, placeIds = [], cars = 0 } = part
  const fare = sailing.fares.find((one) => one.typeId === typeId)
  const departsAt = sailing.piers[from]?.departsAt
  if (!fare || !departsAt || departsAt <= now || !sailing.piers[to] || from >= to) return null
  if (placeIds.some((placeId) => !isOfClass(fare, placeId))) return null
  if (cars > 0 !== (fare.firstPlace === null)) return null
  const common = {
    ticketTypeId: typeId,
    merchantId: sailing.merchantId,
    legFrom: from,
    legTo: to,
    unitPriceMinor: (to - from) * fare.legPriceMinor,
    description: fare.name,
    fee: {
      unitPriceMinor: (to - from) * legFeeMinor,
      description: { ka: 'მომსახურების საკომისიო', en: 'Service fee' },
    },
  }
  const seats = placeIds.map((placeId) => ({
    ...common,
    placeId,
    poolId: null,
    quantity: 1,
    detail: { section: fare.travelClass, seat: String(placeId) },
  }))
  if (cars === 0) return seats
  return [{ ...common, placeId: null, poolId: carDeckPool, quantity: cars, detail: {} }]
}

function isOfClass({ firstPlace, lastPlace }: Fare, placeId: number): boolean {
  return firstPlace !== null && lastPlace !== null && placeId >= firstPlace && placeId <= lastPlace
}

type Journey = ItemHead & Extract<ItemDetails, { kind: 'journey' }>

/** Descriptions by item, extended by the caller; unknown sailings and piers are omitted. */
export async function describe<Description>(
  context: Parameters<typeof readSailings>[0],
  items: readonly SoldItem[],
  add: (sailing: Sailing, description: Journey, item: SoldItem) => Description,
): Promise<Map<string, Description>> {
  const sailings = await readSailings(
    context,
    items.map(({ itemId }) => itemId),
  )
  return new Map(
    items.flatMap((item) => {
      const sailing = sailings.find(({ sailingId }) => sailingId === item.itemId)
      const description = sailing && descriptionOf(sailing, item)
      return description ? [[itemKey(item), add(sailing, description, item)]] : []
    }),
  )
}

function descriptionOf(sailing: Sailing, item: SoldItem): Journey | null {
  const [from, to] = [sailing.piers[item.legFrom], sailing.piers[item.legTo]]
  if (!from || !to) return null
  const timeZone = 'Asia/Tbilisi'
  return {
    kind: 'journey',
    mode: 'ferry',
    itemId: item.itemId,
    name: { ka: `${from.name.ka} – ${to.name.ka}`, en: `${from.name.en} – ${to.name.en}` },
    venue: from.name,
    startsAt: from.departsAt,
    timeZone,
    endsAt: to.arrivesAt,
    endTimeZone: timeZone,
    imageUrl: null,
    category: 2,
    pagePath: `/ferry/${item.itemId}`,
    from: { name: from.name, at: from.departsAt, timeZone, code: from.code },
    to: { name: to.name, at: to.arrivesAt, timeZone, code: to.code },
    carrier: { ka: 'შავი ზღვის გემები', en: 'Black Sea Boats' },
    vehicle: sailing.vessel,
    travelClass: null,
  }
}
