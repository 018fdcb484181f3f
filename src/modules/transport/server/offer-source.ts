/** Journeys as a source of order lines. */
import { type OfferSource, type PassengerTerms } from '#modules/orders/server/public-api.ts'
import {
  readNetwork,
  readRuns,
  type Agency,
  type Network,
} from '#modules/timetable/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { describeJourneys } from './describe.ts'
import { findGroups } from './groups.ts'
import { baggageTypeOf, passengerKindOf, ticketTypeOf, transportName } from './names.ts'
import { quoteJourney, type TransportRequest } from './quote.ts'

/** Whose a run is never changes. */
const agencyOfRun = createTtlCache<number, number | null>({
  milliseconds: 600_000,
  most: 20_000,
  read: async (context, runId) => (await readRuns(context, [runId]))[0]?.agency.agencyId ?? null,
})

/** The carrier of a run. */
export async function carrierOf(context: Context, runId: number): Promise<Agency | null> {
  const agencyId = await agencyOfRun(context, runId)
  return agencyId === null ? null : ((await readNetwork(context)).agencies.get(agencyId) ?? null)
}

export const transportSource: OfferSource<TransportRequest> = {
  name: transportName,
  quote: quoteJourney,
  describeItems: (context, items) => describeJourneys(context, items, (journey) => journey),

  findGroups,

  async passengerTerms(context, { itemId }) {
    const carrier = await carrierOf(context, itemId)
    return carrier && passengerTermsOf(await readNetwork(context), carrier)
  },
}

const termsByNetwork = new WeakMap<Network, Map<number, PassengerTerms>>()

function passengerTermsOf(network: Network, carrier: Agency): PassengerTerms {
  const known = termsByNetwork.get(network) ?? new Map<number, PassengerTerms>()
  termsByNetwork.set(network, known)
  const found = known.get(carrier.agencyId)
  if (found) return found
  const terms = makeTerms(network, carrier)
  known.set(carrier.agencyId, terms)
  return terms
}

function makeTerms(network: Network, { agencyId, terms }: Agency): PassengerTerms {
  const classes = [...network.classes.values()].filter((one) => one.agencyId === agencyId)
  const kinds = classes.flatMap(({ classId }) =>
    terms.riders.flatMap(({ code }) =>
      [false, true].map(
        (isNextSeat) =>
          [ticketTypeOf(classId, code, terms.riders, isNextSeat), passengerKindOf(code)] as const,
      ),
    ),
  )
  const baggage = network.baggage.get(agencyId) ?? []
  return {
    asksNameKa: terms.asksNameKa,
    documentKinds: terms.asksDocument
      ? ['passport', 'identity-card', 'residence-permit', 'birth-certificate']
      : [],
    asksBirthDate: terms.asksBirthDate,
    kindOfType: new Map(kinds),
    namelessTypes: new Set(baggage.map(({ baggageId }) => baggageTypeOf(baggageId))),
    isOncePerItem: true,
    ...(terms.nameChange && { renaming: terms.nameChange }),
  }
}
