/** Prices of a leg range in each class. */
import type { Context } from '#platform/context.ts'
import { readNetwork } from '../network-cache.ts'
import type { BaggageOption, Fare, Network, Stop, TravelClass } from '../network.ts'
import { distanceKilometres, steppedPrice, type PriceMoment } from '../rules.ts'
import { isRule, matchingRules } from './leg-rules.ts'

export interface FareQuestion {
  readonly agencyId: number
  readonly routeId: number
  readonly fromStopId: number
  readonly toStopId: number
  /** Classes of the vehicle; all classes of the carrier if absent. */
  readonly classIds?: readonly number[]
  /** Sales channel of the caller. */
  readonly channel: string
  readonly moment: PriceMoment
}

export interface ClassFare {
  readonly classId: number
  readonly travelClass: TravelClass
  /** Adult price including the price steps that apply now, in minor units. */
  readonly priceMinor: number
  /** Adult price without price steps. */
  readonly baseMinor: number
  readonly currency: string
}

/** Prices in the order of the classes; classes without a fare for this leg range are omitted. */
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

/** Prices in a network, which may have other terms than the current one. */
export function classFares(network: Network, question: FareQuestion): ClassFare[] {
  return fareTable(network, question)(question.fromStopId, question.toStopId)
}

/** Fares of several leg ranges of one line; data that does not depend on the leg range is looked up once. */
export function fareTable(
  network: Network,
  question: Omit<FareQuestion, 'fromStopId' | 'toStopId'>,
): (fromStopId: number, toStopId: number) => ClassFare[] {
  const { agencyId, routeId, channel, moment } = question
  const { boarding, alighting } = moment
  const agency = network.agencies.get(agencyId)
  if (!agency) return () => []
  const steps = (network.steps.get(agencyId) ?? []).filter(
    (step) => step.routeId === null || step.routeId === routeId,
  )
  const wanted = question.classIds && new Set(question.classIds)
  const classes = [...network.classes.values()]
    .filter((one) => one.agencyId === agencyId && (wanted === undefined || wanted.has(one.classId)))
    .toSorted((left, right) => left.position - right.position)
  const channelBasisPoints = agency.terms.channelBasisPoints[channel] ?? wholeBasisPoints
  const { stretches, wide } = indexOf(network)
  const stretchesOfAgency = stretches.get(agencyId)
  const isValid = (fare: Fare): boolean =>
    (fare.routeId === null || fare.routeId === routeId) &&
    (fare.channel === null || fare.channel === channel) &&
    (fare.validFrom === null || moment.date >= fare.validFrom) &&
    (fare.validUntil === null || moment.date <= fare.validUntil)
  const everywhere = (wide.get(agencyId) ?? []).filter(isValid)
  const lineNetwork = network.routes.get(routeId)?.network ?? null
  return (fromStopId, toStopId) => {
    const [from, to] = [network.stops.get(fromStopId), network.stops.get(toStopId)]
    if (!from || !to) return []
    const here = stretchesOfAgency?.get(fromStopId)?.get(toStopId)?.filter(isValid) ?? []
    const ride = { network: lineNetwork, from, to, boarding, alighting }
    const fares = [
      ...[...here, ...everywhere].filter(
        ({ fromZone, toZone }) =>
          (fromZone === null || fromZone === from.zone) && (toZone === null || toZone === to.zone),
      ),
      ...matchingRules(network, agencyId, ride),
    ]
    const found: ClassFare[] = []
    for (const travelClass of classes) {
      const { classId } = travelClass
      const fare = bestFare(fares, classId)
      if (fare?.rule?.isUnsold) continue
      const base = fare ?? fareByDistance(network, agencyId, from, to)
      if (base === null) continue
      const priced = steppedPrice(base.priceMinor, steps, moment)
      found.push({
        classId,
        travelClass,
        priceMinor: Math.round((priced * channelBasisPoints) / wholeBasisPoints),
        baseMinor: base.priceMinor,
        currency: base.currency,
      })
    }
    return found
  }
}

/** The most specific fare; of equally specific ones the carrier's own before one of a feed, then the cheapest. */
function bestFare(fares: readonly Fare[], classId: number): Fare | null {
  let best: Fare | null = null
  for (const fare of fares) {
    if (fare.classId !== null && fare.classId !== classId) continue
    const difference = best === null ? 1 : rankOf(fare) - rankOf(best)
    if (best === null || difference > 0 || (difference === 0 && isBetter(fare, best))) best = fare
  }
  return best
}

/** Of equally specific fares the cheapest, of those that are sold. */
function isBetter(fare: Fare, best: Fare): boolean {
  const isUnsold = fare.rule?.isUnsold ?? false
  const isBestUnsold = best.rule?.isUnsold ?? false
  return isUnsold === isBestUnsold ? fare.priceMinor < best.priceMinor : isBestUnsold
}

/** Specificity of a fare: how precisely it says where it applies. */
function rankOf(fare: Fare): number {
  return (
    (fare.fromStopId === null && !isRule(fare) ? 0 : 32) +
    (fare.fromZone === null && fare.toZone === null ? 0 : 16) +
    (fare.channel === null ? 0 : 8) +
    (fare.routeId === null ? 0 : 4) +
    (fare.classId === null ? 0 : 2) +
    (fare.isOwn ? 1 : 0)
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
  /** By carrier, boarding stop and alighting stop. */
  readonly stretches: ReadonlyMap<number, ReadonlyMap<number, ReadonlyMap<number, readonly Fare[]>>>
  /** Zone fares and flat fares, by carrier. */
  readonly wide: ReadonlyMap<number, readonly Fare[]>
}

const indexes = new WeakMap<Network, FareIndex>()

function indexOf(network: Network): FareIndex {
  const known = indexes.get(network)
  if (known) return known
  const stretches = new Map<number, Map<number, Map<number, Fare[]>>>()
  for (const fare of network.fares) {
    const { agencyId, fromStopId, toStopId } = fare
    if (fromStopId === null || toStopId === null) continue
    const ofAgency = valueOf(stretches, agencyId, () => new Map<number, Map<number, Fare[]>>())
    valueOf(
      valueOf(ofAgency, fromStopId, () => new Map<number, Fare[]>()),
      toStopId,
      () => [],
    ).push(fare)
  }
  const wide = Map.groupBy(
    network.fares.filter((fare) => fare.fromStopId === null && !isRule(fare)),
    ({ agencyId }) => agencyId,
  )
  const index = { stretches, wide }
  indexes.set(network, index)
  return index
}

function valueOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = create()))
  return value
}
