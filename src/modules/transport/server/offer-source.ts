/** The offer source of journeys. */
import type {
  CompanionTerms,
  OfferSource,
  PassengerTerms,
} from '#modules/orders/server/public-api.ts'
import type { AgeSpan } from '#kernel/age.ts'
import {
  localDate,
  readNetwork,
  readRuns,
  ridersOfTickets,
  type Agency,
  type Network,
} from '#modules/timetable/server/public-api.ts'
import { ordinaryCompanions, type AgencyTerms, type RiderTerms } from '#modules/timetable/shapes.ts'
import type { Context } from '#platform/context.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import { describeJourneys } from './describe.ts'
import { findGroups, nameGroups } from './groups.ts'
import {
  ageProvedTypesOf,
  baggageTypeOf,
  isOfChild,
  isOfMinor,
  passengerKindOf,
  ticketTypeOf,
  transportName,
} from './names.ts'
import { quoteJourney, type TransportRequest } from './quote.ts'

interface RunFacts {
  readonly agencyId: number
  /** Scheduled departure dates by stop, in the stop's time zone. */
  readonly dates: readonly string[]
}

/** Carrier and scheduled dates of a run are immutable, so they are cached for ten minutes. */
const factsOfRun = createTtlCache<number, RunFacts | null>({
  milliseconds: 600_000,
  most: 20_000,
  read: async (context, runId) => {
    const [run] = await readRuns(context, [runId])
    if (!run) return null
    const dates = run.stops.map(({ departsAt, timeZone }) => localDate(departsAt, timeZone))
    return { agencyId: run.agency.agencyId, dates }
  },
})

/** The carrier of a run; null if the run is unknown. */
export async function carrierOf(context: Context, runId: number): Promise<Agency | null> {
  const facts = await factsOfRun(context, runId)
  return facts && ((await readNetwork(context)).agencies.get(facts.agencyId) ?? null)
}

export const transportSource: OfferSource<TransportRequest> = {
  name: transportName,
  quote: quoteJourney,
  describeItems: (context, items) => describeJourneys(context, items, (journey) => journey),

  findGroups,
  nameGroups,

  async passengerTerms(context, { itemId, legFrom }) {
    const carrier = await carrierOf(context, itemId)
    if (!carrier) return null
    const { terms, ages } = passengerTermsOf(await readNetwork(context), carrier)
    const on = (await factsOfRun(context, itemId))?.dates[legFrom]
    return on === undefined ? terms : { ...terms, ages: { on, ofType: ages } }
  },
}

interface CarrierTerms {
  readonly terms: PassengerTerms
  /** By ticket type id. */
  readonly ages: ReadonlyMap<number, AgeSpan>
}

const termsByNetwork = new WeakMap<Network, Map<number, CarrierTerms>>()

/** What a carrier requires of passengers, and the ages of its ticket types; computed once for each network. */
export function passengerTermsOf(network: Network, carrier: Agency): CarrierTerms {
  const known = termsByNetwork.get(network) ?? new Map<number, CarrierTerms>()
  termsByNetwork.set(network, known)
  const found = known.get(carrier.agencyId)
  if (found) return found
  const terms = buildTerms(network, carrier)
  known.set(carrier.agencyId, terms)
  return terms
}

function buildTerms(
  network: Network,
  { agencyId, terms, formerChangeTerms }: Agency,
): CarrierTerms {
  const classes = [...network.classes.values()].filter((one) => one.agencyId === agencyId)
  const types = classes.flatMap(({ classId }) =>
    ridersOfTickets(terms).flatMap((rider) =>
      [false, true].map(
        (isNextSeat) =>
          [ticketTypeOf(classId, rider.code, terms.riders, isNextSeat), rider] as const,
      ),
    ),
  )
  const baggage = network.baggage.get(agencyId) ?? []
  const ages = new Map(types.map(([type, { ageMin, ageMax }]) => [type, { ageMin, ageMax }]))
  const passengerTerms: PassengerTerms = {
    asksNameKa: terms.asksNameKa,
    documentKinds: terms.asksDocument
      ? ['passport', 'identity-card', 'residence-permit', 'birth-certificate']
      : [],
    asksBirthDate: terms.asksBirthDate,
    kindOfType: new Map(types.map(([type, { code }]) => [type, passengerKindOf(code)])),
    namelessTypes: new Set(baggage.map(({ baggageId }) => baggageTypeOf(baggageId))),
    ageProvedTypes: ageProvedTypesOf(
      classes.map(({ classId }) => classId),
      terms,
    ),
    isOncePerItem: true,
    companions: companionTermsOf(types, terms),
    ...(terms.nameChange && { renaming: terms.nameChange }),
    formerRenaming: formerChangeTerms.map(({ until, nameChange = null }) => ({
      until,
      renaming: nameChange,
    })),
  }
  return { terms: passengerTerms, ages }
}

/** Children travel with somebody of age, and companions with the wheelchair user whom they accompany. */
function companionTermsOf(
  types: readonly (readonly [number, RiderTerms])[],
  { companions = ordinaryCompanions }: AgencyTerms,
): CompanionTerms {
  const typesOf = (isOf: (rider: RiderTerms) => boolean) =>
    new Set(types.flatMap(([type, rider]) => (isOf(rider) ? [type] : [])))
  return {
    ...companions,
    childTypes: typesOf((rider) => isOfChild(rider, companions)),
    minorTypes: typesOf((rider) => isOfMinor(rider, companions)),
    escorts: {
      types: typesOf(({ code }) => code === 'companion'),
      ofTypes: typesOf(({ code }) => code === 'wheelchair'),
    },
  }
}
