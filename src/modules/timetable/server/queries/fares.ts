/** What a stretch of a run costs in each of its classes. */
import type { Context } from '#platform/context.ts'
import { readNetwork } from '../network-cache.ts'
import type { BaggageOption, Fare, Network, Stop, TravelClass } from '../network.ts'
import { distanceKilometres, steppedPrice, type PriceMoment } from '../rules.ts'

export interface FareQuestion {
  readonly agencyId: number
  readonly routeId: number
  readonly fromStopId: number
  readonly toStopId: number
  /** Classes of the vehicle; every class of the carrier when absent. */
  readonly classIds?: readonly number[]
  /** Sales channel of the caller. */
  readonly channel: string
  readonly moment: PriceMoment
}

export interface ClassFare {
  readonly classId: number
  readonly travelClass: TravelClass
  /** Of an adult, with the steps of the moment, in minor units. */
  readonly priceMinor: number
  /** Without them. */
  readonly baseMinor: number
  readonly currency: string
}

/** Price by class, in the order of the classes; classes that have no fare on this stretch are left out. */
export async function faresOf(
  context: Pick<Context, 'db'>,
  question: FareQuestion,
): Promise<ClassFare[]> {
  return classFares(await readNetwork(context), question)
}

export async function baggageOf(
  context: Pick<Context, 'db'>,
  agencyId: number,
): Promise<readonly BaggageOption[]> {
  return (await readNetwork(context)).baggage.get(agencyId) ?? []
}

const wholeBasisPoints = 10_000

export function classFares(network: Network, question: FareQuestion): ClassFare[] {
  const agency = network.agencies.get(question.agencyId)
  if (!agency) return []
  const steps = (network.steps.get(question.agencyId) ?? []).filter(
    ({ routeId }) => routeId === null || routeId === question.routeId,
  )
  const wanted = question.classIds && new Set(question.classIds)
  const classes = [...network.classes.values()]
    .filter(
      ({ agencyId, classId }) =>
        agencyId === question.agencyId && (wanted === undefined || wanted.has(classId)),
    )
    .toSorted((left, right) => left.position - right.position)
  const channelBasisPoints = agency.terms.channelBasisPoints[question.channel] ?? wholeBasisPoints
  return classes.flatMap((travelClass) => {
    const base = baseFare(network, question, travelClass.classId)
    if (base === null) return []
    const priced = steppedPrice(base.priceMinor, steps, question.moment)
    return [
      {
        classId: travelClass.classId,
        travelClass,
        priceMinor: Math.round((priced * channelBasisPoints) / wholeBasisPoints),
        baseMinor: base.priceMinor,
        currency: base.currency,
      },
    ]
  })
}

function baseFare(
  network: Network,
  question: FareQuestion,
  classId: number,
): { readonly priceMinor: number; readonly currency: string } | null {
  const { fromStopId, toStopId, channel, moment } = question
  const [from, to] = [network.stops.get(fromStopId), network.stops.get(toStopId)]
  if (!from || !to) return null
  let best: { fare: Fare; rank: number } | null = null
  for (const fare of candidates(network, question.agencyId, fromStopId, toStopId)) {
    if (fare.classId !== null && fare.classId !== classId) continue
    if (fare.routeId !== null && fare.routeId !== question.routeId) continue
    if (fare.channel !== null && fare.channel !== channel) continue
    if (fare.validFrom !== null && moment.date < fare.validFrom) continue
    if (fare.validUntil !== null && moment.date > fare.validUntil) continue
    if (fare.fromZone !== null && fare.fromZone !== from.zone) continue
    if (fare.toZone !== null && fare.toZone !== to.zone) continue
    const rank = rankOf(fare)
    if (
      best === null ||
      rank > best.rank ||
      (rank === best.rank && fare.priceMinor < best.fare.priceMinor)
    )
      best = { fare, rank }
  }
  if (best) return { priceMinor: best.fare.priceMinor, currency: best.fare.currency }
  return fareByDistance(network, question.agencyId, from, to)
}

/** The more a fare says about where it holds, the more it counts. */
function rankOf(fare: Fare): number {
  return (
    (fare.fromStopId === null ? 0 : 16) +
    (fare.fromZone === null && fare.toZone === null ? 0 : 8) +
    (fare.channel === null ? 0 : 4) +
    (fare.routeId === null ? 0 : 2) +
    (fare.classId === null ? 0 : 1)
  )
}

function fareByDistance(
  network: Network,
  agencyId: number,
  from: Stop,
  to: Stop,
): { priceMinor: number; currency: string } | null {
  const perKilometre = network.agencies.get(agencyId)?.terms.perKilometreMinor ?? null
  if (perKilometre === null) return null
  const kilometres = Math.max(1, Math.round(distanceKilometres(from, to)))
  return { priceMinor: Math.ceil((kilometres * perKilometre) / 10) * 10, currency: 'GEL' }
}

interface FareIndex {
  readonly stretches: ReadonlyMap<string, readonly Fare[]>
  /** Fares of zones and flat ones, by carrier. */
  readonly wide: ReadonlyMap<number, readonly Fare[]>
}

const indexes = new WeakMap<Network, FareIndex>()

function candidates(network: Network, agencyId: number, from: number, to: number): readonly Fare[] {
  let index = indexes.get(network)
  if (!index) {
    const [stretches, wide] = [
      network.fares.filter(({ fromStopId }) => fromStopId !== null),
      network.fares.filter(({ fromStopId }) => fromStopId === null),
    ]
    index = {
      stretches: Map.groupBy(stretches, (fare) =>
        stretchKey(fare.agencyId, fare.fromStopId, fare.toStopId),
      ),
      wide: Map.groupBy(wide, (fare) => fare.agencyId),
    }
    indexes.set(network, index)
  }
  return [
    ...(index.stretches.get(stretchKey(agencyId, from, to)) ?? []),
    ...(index.wide.get(agencyId) ?? []),
  ]
}

function stretchKey(agencyId: number, from: number | null, to: number | null): string {
  return `${agencyId} ${from} ${to}`
}
