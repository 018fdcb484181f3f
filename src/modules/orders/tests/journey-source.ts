/** A source of journeys for tests: stops an hour apart, seats and a deck without numbers, one price a leg. */
import { ok } from '#kernel/result.ts'
import {
  itemKey,
  type ItemDescription,
  type OfferSource,
  type PassengerTerms,
} from '../server/public-api.ts'

export const legPriceMinor = 500
export const legFeeMinor = 20

export interface JourneyPlaces {
  readonly legFrom: number
  readonly legTo: number
  readonly places?: readonly number[]
  /** How many of pool 1. */
  readonly deck?: number
  readonly ticketTypeId?: number
}

export interface JourneyRequest {
  readonly offeringId: number
  readonly itemId?: number
  readonly merchantId?: number
  readonly parts: readonly JourneyPlaces[]
  readonly holdSeconds?: number
}

export function journeySource(
  name: string,
  options: {
    readonly passengers?: PassengerTerms
    /** When an item leaves its first stop. */
    readonly firstDeparture?: Date | ((itemId: number) => Date)
  } = {},
): OfferSource<JourneyRequest> {
  const { firstDeparture = new Date('2026-12-05T06:00:00Z') } = options
  const first = (itemId: number) =>
    firstDeparture instanceof Date ? firstDeparture : firstDeparture(itemId)
  const stop = (itemId: number, index: number) => ({
    name: { ka: `ნავმისადგომი ${index}`, en: `Pier ${index}` },
    at: new Date(first(itemId).getTime() + index * 3_600_000),
    timeZone: 'Asia/Tbilisi',
    code: null,
  })
  return {
    name,
    async quote(_context, { offeringId, itemId = offeringId, merchantId = 7, parts, holdSeconds }) {
      return ok({
        source: name,
        offeringId,
        itemId,
        currency: 'GEL',
        tickets: parts.flatMap(({ legFrom, legTo, places = [], deck, ticketTypeId = 1 }) => {
          const legs = legTo - legFrom
          const common = {
            ticketTypeId,
            merchantId,
            legFrom,
            legTo,
            unitPriceMinor: legs * legPriceMinor,
            description: { ka: 'ადგილი', en: 'Seat' },
            detail: {},
            fee: {
              unitPriceMinor: legs * legFeeMinor,
              description: { ka: 'საკომისიო', en: 'Fee' },
            },
          }
          const named = places.map((placeId) => ({ ...common, placeId, poolId: null, quantity: 1 }))
          return deck ? [...named, { ...common, placeId: null, poolId: 1, quantity: deck }] : named
        }),
        fees: new Map(),
        holdSeconds: holdSeconds ?? 900,
        placesPerOrderMax: 1_000,
        perTypeMax: new Map(),
      })
    },
    async describeItems(_context, items) {
      return new Map(
        items.map((item): [string, ItemDescription] => {
          const from = stop(item.itemId, item.legFrom)
          const to = stop(item.itemId, item.legTo)
          return [
            itemKey(item),
            {
              kind: 'journey',
              itemId: item.itemId,
              name: {
                ka: `${from.name.ka} – ${to.name.ka}`,
                en: `${from.name.en} – ${to.name.en}`,
              },
              venue: from.name,
              startsAt: from.at,
              timeZone: from.timeZone,
              endsAt: to.at,
              endTimeZone: to.timeZone,
              imageUrl: null,
              category: 2,
              pagePath: `/${name}/${item.itemId}`,
              from,
              to,
              carrier: { ka: 'გემები', en: 'Boats' },
              vehicle: { ka: 'კომეტა', en: 'Kometa' },
              travelClass: null,
            },
          ]
        }),
      )
    },
    passengerTerms: async () => options.passengers ?? null,
  }
}
