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
  return fareTable(network, question)(question.fromStopId, question.toStopId)
}

/** Fares of many stretches of one line: what does not depend on the stretch is looked up once. */
export function fareTable(
  network: Network,
  question: Omit<FareQuestion, 'fromStopId' | 'toStopId'>,
): (fromStopId: number, toStopId: number) => ClassFare[] {
  const { agencyId, routeId, channel, moment } = question
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
  return (fromStopId, toStopId) => {
    const [from, to] = [network.stops.get(fromStopId), network.stops.get(toStopId)]
    if (!from || !to) return []
    const here = stretchesOfAgency?.get(fromStopId)?.get(toStopId)?.filter(isValid) ?? []
    const fares = [...here, ...everywhere].filter(
      ({ fromZone, toZone }) =>
        (fromZone === null || fromZone === from.zone) && (toZone === null || toZone === to.zone),
    )
    const found: ClassFare[] = []
    for (const travelClass of classes) {
      const { classId } = travelClass
      const base = bestFare(fares, classId) ?? fareByDistance(network, agencyId, from, to)
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

/** The fare that says most about where it holds; the cheaper of two that say the same. */
function bestFare(fares: readonly Fare[], classId: number): Fare | null {
  let best: Fare | null = null
  for (const fare of fares) {
    if (fare.classId !== null && fare.classId !== classId) continue
    const difference = best === null ? 1 : rankOf(fare) - rankOf(best)
    if (best === null || difference > 0 || (difference === 0 && fare.priceMinor < best.priceMinor))
      best = fare
  }
  return best
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
  /** By carrier, stop of boarding and stop of getting off. */
  readonly stretches: ReadonlyMap<number, ReadonlyMap<number, ReadonlyMap<number, readonly Fare[]>>>
  /** Fares of zones and flat ones, by carrier. */
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
    network.fares.filter(({ fromStopId }) => fromStopId === null),
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
