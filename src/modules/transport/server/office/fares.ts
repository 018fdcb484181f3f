/** Fares as shown to their carrier's staff. */
import type { z } from 'zod'
import type { ReplyOf } from '#contract/call.ts'
import type { Locale } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  changeFares,
  faresOfLine,
  findOwnLine,
  localDate,
  readNetwork,
  riderPrice,
  ownRidersOnSale,
  stopsOfLine,
  type FareOutcome,
  type Network,
  type OwnLine,
} from '#modules/timetable/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type * as calls from '../../fares-contract.ts'
import { linesOf } from './runs.ts'

type Caller = Pick<StaffActor, 'merchantId'>
type FaresView = ReplyOf<typeof calls.readFares>
type Query = z.output<typeof calls.readFares.query>

/** Channels of our own API keys; a carrier's fares may name others. */
const usualChannels = ['web', 'mobile', 'partner'] as const

/** Fares from a stop of a line; the first line and stop by default. */
export async function readFaresForOffice(
  context: Context,
  caller: Caller,
  { lineId, fromStopId, date, ...query }: Query,
): Promise<Result<FaresView, 'NotFound'>> {
  const { locale } = context
  const channel = query.channel ?? null
  const network = await readNetwork(context)
  const lines = linesOf(network, caller.merchantId, locale)
  const shownId = lineId ?? lines[0]?.lineId
  if (shownId === undefined) return fail('NotFound')
  const line = findOwnLine(network, caller, shownId)
  if (!line.ok) return line
  const { agency } = line.value
  const { stopIds, followers } = stopsOfLine(network, shownId)
  const boarding = stopIds.filter((stopId) => (followers.get(stopId)?.size ?? 0) > 0)
  const from = fromStopId ?? boarding[0] ?? null
  if (fromStopId !== undefined && !boarding.includes(fromStopId)) return fail('NotFound')
  const day = date ?? localDate(context.clock.now(), agency.timeZone)
  const named = (stopId: number) => ({ stopId, name: nameOf(network, stopId, locale) })
  const classes = [...network.classes.values()]
    .filter(({ agencyId }) => agencyId === agency.agencyId)
    .toSorted((one, other) => one.position - other.position)
  const targets = from === null ? [] : stopIds.filter((stopId) => followers.get(from)?.has(stopId))
  const shown = { line: line.value, from: from ?? 0, day, channel }
  return ok({
    lines,
    lineId: shownId,
    stops: boarding.map(named),
    fromStopId: from,
    date: day,
    channel,
    channels: channelsOf(network, line.value),
    classes: classes.map(({ classId, name }) => ({ classId, name: name[locale] })),
    riders: ownRidersOnSale(agency.terms).map(({ code, name }) => ({ code, name: name[locale] })),
    rows: targets.map((toStopId) => ({
      toStopId,
      name: nameOf(network, toStopId, locale),
      cells: cellsOf(network, shown, {
        toStopId,
        classIds: classes.map(({ classId }) => classId),
      }),
    })),
  })
}

interface Shown {
  readonly line: OwnLine
  readonly from: number
  readonly day: string
  readonly channel: string | null
}

function cellsOf(
  network: Network,
  { line, from, day, channel }: Shown,
  { toStopId, classIds }: { readonly toStopId: number; readonly classIds: readonly number[] },
): calls.FareCellView[] {
  const { agency, route } = line
  const fares = faresOfLine(network, line, { channel, date: day })(from, toStopId)
  const own = network.fares.filter(
    (fare) =>
      fare.isOwn &&
      fare.routeId === route.routeId &&
      fare.fromStopId === from &&
      fare.toStopId === toStopId &&
      fare.channel === channel,
  )
  return classIds.map((classId) => {
    const fare = fares.find((one) => one.classId === classId)
    const spans = own.filter((one) => one.classId === classId)
    return {
      classId,
      adultMinor: fare?.baseMinor ?? null,
      currency: fare?.currency ?? 'GEL',
      isOwn: spans.some(
        ({ validFrom, validUntil }) =>
          (validFrom === null || validFrom <= day) && (validUntil === null || validUntil >= day),
      ),
      riders: fare
        ? ownRidersOnSale(agency.terms).map(({ code, discountBasisPoints }) => ({
            code,
            priceMinor: riderPrice(fare.baseMinor, discountBasisPoints),
          }))
        : [],
      later: spans
        .filter(({ validFrom }) => validFrom !== null && validFrom > day)
        .map(({ validFrom, validUntil, priceMinor }) => ({
          from: validFrom,
          until: validUntil,
          priceMinor,
        }))
        .toSorted((one, other) => (one.from ?? '').localeCompare(other.from ?? '')),
    }
  })
}

function channelsOf(network: Network, { agency }: OwnLine): string[] {
  const named = network.fares.flatMap(({ agencyId, channel }) =>
    agencyId === agency.agencyId && channel !== null ? [channel] : [],
  )
  const withFactor = Object.keys(agency.terms.channelBasisPoints)
  return [...new Set([...usualChannels, ...named, ...withFactor])]
}

/** Changes fares, or only compares them. */
export async function changeFaresForOffice(
  context: Context,
  caller: Caller,
  body: z.output<typeof calls.changeFares.body>,
): Promise<Result<ReplyOf<typeof calls.changeFares>, 'NotFound' | 'FareDaysWrong'>> {
  const { lineId, channel, validFrom, validUntil, isBothWays, isDryRun } = body
  const network = await readNetwork(context)
  const { followers } = stopsOfLine(network, lineId)
  const back = body.prices
    .map((price) => ({ ...price, fromStopId: price.toStopId, toStopId: price.fromStopId }))
    .filter(({ fromStopId, toStopId }) => followers.get(fromStopId)?.has(toStopId))
  // A stretch and class that is named twice has the last of its prices.
  const prices = new Map(
    [...(isBothWays ? back : []), ...body.prices].map((price) => [
      `${price.fromStopId} ${price.toStopId} ${price.classId}`,
      price,
    ]),
  )
  const changed = await changeFares(context, caller, {
    lineId,
    channel,
    from: validFrom,
    until: validUntil,
    prices: [...prices.values()],
    isDryRun,
  })
  return changed.ok ? ok(presentOutcome(network, changed.value, context.locale)) : changed
}

function presentOutcome(
  network: Network,
  { effects, runs, sold }: FareOutcome,
  locale: Locale,
): ReplyOf<typeof calls.changeFares> {
  return {
    runs,
    sold,
    effects: effects.map(({ fromStopId, toStopId, classId, ...effect }) => ({
      ...effect,
      from: nameOf(network, fromStopId, locale),
      to: nameOf(network, toStopId, locale),
      className: network.classes.get(classId)?.name[locale] ?? '',
    })),
  }
}

function nameOf(network: Network, stopId: number, locale: Locale): string {
  return network.stops.get(stopId)?.name[locale] ?? ''
}
