/** Terms as shown to their carrier's staff. */
import type { z } from 'zod'
import type { ReplyOf } from '#contract/call.ts'
import type { Locale } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { writePolicy } from '#modules/returns/server/public-api.ts'
import {
  changeCarrierTerms,
  changeTravelClasses,
  classFares,
  localDate,
  readNetwork,
  riderPrice,
  ownRidersOnSale,
  stopsOfLine,
  usesOfClasses,
  type Agency,
  type CarrierTerms,
  type TermsChange,
  type ChangedTerms,
  type ClassRefusal,
  type Network,
  type TermsRefusal,
} from '#modules/timetable/server/public-api.ts'
import { ordinaryCompanions } from '#modules/timetable/shapes.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { isFirstOfMerchant, returnPolicyOf } from '../sync-return-terms.ts'
import type * as calls from '../../terms-contract.ts'
import { linesOf } from './runs.ts'

type Caller = Pick<StaffActor, 'merchantId'>
type Body = z.output<typeof calls.changeTerms.body>
type Reply = ReplyOf<typeof calls.changeTerms>

const daySeconds = 86_400
const wholeBasisPoints = 10_000

/** The terms of one of the organiser's carriers; the first one by default. */
export async function readTermsForOffice(
  context: Context,
  { merchantId }: Caller,
  agencyId: number | undefined,
): Promise<Result<ReplyOf<typeof calls.readTerms>, 'NotFound'>> {
  const { locale } = context
  const network = await readNetwork(context)
  const own = [...network.agencies.values()].filter((one) => one.merchantId === merchantId)
  const agency = own.find((one) => one.agencyId === (agencyId ?? own[0]?.agencyId))
  if (!agency) return fail('NotFound')
  const steps = network.steps.get(agency.agencyId) ?? []
  const baggage = network.baggage.get(agency.agencyId) ?? []
  const lines = linesOf(network, merchantId, locale)
  return ok({
    ...presentTerms({ agency, steps, baggage }, locale),
    classes: presentClasses(network, agency.agencyId, locale),
    carriers: own.map(({ agencyId: id, name }) => ({ agencyId: id, name: name[locale] })),
    lines: lines.filter(({ lineId }) => network.routes.get(lineId)?.agencyId === agency.agencyId),
    today: localDate(context.clock.now(), agency.timeZone),
  })
}

function presentTerms({ agency, steps, baggage }: CarrierTerms, locale: Locale): calls.TermsView {
  const { refundTiers, riders, companions = ordinaryCompanions, ...terms } = agency.terms
  return {
    agencyId: agency.agencyId,
    refundTiers,
    changes: {
      feeMinor: terms.changeFeeMinor,
      untilSeconds: terms.changeUntilSeconds,
      freeAfterDelaySeconds: terms.freeAfterDelaySeconds,
      nameChange: terms.nameChange ?? null,
    },
    companions,
    riders: riders.map(({ name, number: _number, isRetired = false, ...rider }) => ({
      ...rider,
      name: name[locale],
      isRetired,
    })),
    steps: steps.map(({ kind, routeId, fromValue, untilValue, basisPoints }) => ({
      kind,
      routeId,
      fromValue,
      untilValue,
      basisPoints,
    })),
    // A new kind has no id until it is written.
    baggage: baggage.map(({ name, ...option }) => ({
      baggageId: option.baggageId ?? 0,
      name: name[locale],
      priceMinor: option.priceMinor,
      perPassengerMax: option.perPassengerMax,
      capacity: option.capacity,
      isRetired: option.isRetired,
    })),
  }
}

function presentClasses(network: Network, agencyId: number, locale: Locale): calls.ClassView[] {
  const uses = usesOfClasses(network, agencyId)
  return [...network.classes.values()]
    .filter((one) => one.agencyId === agencyId)
    .toSorted((one, other) => one.position - other.position)
    .map(({ classId, code, name }) => {
      const { vehicleTypeIds = [], routeIds = [] } = uses.get(classId) ?? {}
      return {
        classId,
        code,
        name: name[locale],
        vehicles: vehicleTypeIds.map((id) => network.vehicleTypes.get(id)?.name[locale] ?? ''),
        lines: routeIds.map((id) => network.routes.get(id ?? 0)?.name[locale] ?? null),
      }
    })
}

/** Makes, orders and removes classes. */
export async function changeClassesForOffice(
  context: Context,
  caller: Caller,
  body: z.output<typeof calls.changeClasses.body>,
): Promise<Result<ReplyOf<typeof calls.changeClasses>, ClassRefusal>> {
  const changed = await changeTravelClasses(context, caller, body, keepPolicy)
  if (!changed.ok) return changed
  const network = await readNetwork(context)
  const classes = presentClasses(network, body.agencyId, context.locale)
  return ok({ isChanged: changed.value.isChanged, classes })
}

/** The return policy names the ticket types of children and adults. Carriers of one organiser share that of the first of them. */
async function keepPolicy(inside: Context, network: Network, agency: Agency): Promise<void> {
  if (isFirstOfMerchant(network, agency)) await writePolicy(inside, returnPolicyOf(network, agency))
}

/** Changes terms, or only compares them. Orders whose terms were accepted before keep their refund tiers and terms of changes. */
export async function changeTermsForOffice(
  context: Context,
  caller: Caller,
  { example, isDryRun, ...change }: Body,
): Promise<Result<Reply, TermsRefusal>> {
  const network = await readNetwork(context)
  const lineId = example.lineId ?? firstLineOf(network, change.agencyId)
  const route = network.routes.get(lineId ?? 0)
  if (example.lineId !== undefined && route?.agencyId !== change.agencyId) return fail('NotFound')
  const { changes, ...others } = change
  const changed = await changeCarrierTerms(
    context,
    caller,
    { ...others, changes: changes && changeTermsFrom(changes) },
    {
      isDryRun,
      also: keepPolicy,
    },
  )
  if (!changed.ok) return changed
  return ok({
    isChanged: changed.value.isChanged,
    terms: presentTerms(changed.value.after, context.locale),
    example: exampleOf(context, network, changed.value, { ...example, lineId }),
  })
}

function changeTermsFrom({
  feeMinor,
  untilSeconds,
  ...others
}: NonNullable<Body['changes']>): NonNullable<TermsChange['changes']> {
  return { changeFeeMinor: feeMinor, changeUntilSeconds: untilSeconds, ...others }
}

function firstLineOf(network: Network, agencyId: number): number | undefined {
  return [...network.routes.values()].find((route) => route.agencyId === agencyId)?.routeId
}

interface Example {
  readonly lineId: number | undefined
  readonly date?: string | undefined
  readonly occupancyPercent: number
  readonly hoursBefore: number
}

/** What riders pay from the first to the last stop of a line, and what comes back, before and after the change. */
function exampleOf(
  context: Context,
  network: Network,
  { before, after }: ChangedTerms,
  { lineId, occupancyPercent, hoursBefore, ...asked }: Example,
): Reply['example'] {
  const { locale, clock } = context
  const { agencyId, timeZone } = after.agency
  const today = localDate(clock.now(), timeZone)
  const date = asked.date ?? today
  const { stopIds } = stopsOfLine(network, lineId ?? 0)
  const [from = 0, to = 0] = [stopIds[0], stopIds.at(-1)]
  const daysAhead = Math.max(0, (Date.parse(date) - Date.parse(today)) / (daySeconds * 1000))
  const fares = ({ agency, steps }: CarrierTerms) =>
    classFares(
      {
        ...network,
        agencies: new Map(network.agencies).set(agencyId, agency),
        steps: new Map(network.steps).set(agencyId, steps),
      },
      {
        agencyId,
        routeId: lineId ?? 0,
        channel: context.channel,
        fromStopId: from,
        toStopId: to,
        moment: { date, daysAhead, occupancyPercent },
      },
    )
  const earlier = fares(before)
  const back = ({ agency }: CarrierTerms) => {
    const tier = agency.terms.refundTiers.find(
      ({ untilSeconds }) => hoursBefore * 3_600 >= untilSeconds,
    )
    return wholeBasisPoints - (tier?.deductionBasisPoints ?? wholeBasisPoints)
  }
  const changeFee = ({ agency: { terms } }: CarrierTerms) =>
    hoursBefore * 3_600 >= terms.changeUntilSeconds ? terms.changeFeeMinor : null
  return {
    from: network.stops.get(from)?.name[locale] ?? '',
    to: network.stops.get(to)?.name[locale] ?? '',
    date,
    prices: fares(after).flatMap(({ classId, travelClass, priceMinor, currency }) => {
      const former = earlier.find((one) => one.classId === classId)
      return riderPairs(before, after).map(({ was, is, name }) => ({
        className: travelClass.name[locale],
        rider: name[locale],
        beforeMinor: former && was ? riderPrice(former.priceMinor, was.discountBasisPoints) : null,
        afterMinor: is ? riderPrice(priceMinor, is.discountBasisPoints) : null,
        currency,
      }))
    }),
    hoursBefore,
    backBeforeBasisPoints: back(before),
    backAfterBasisPoints: back(after),
    changeBeforeMinor: changeFee(before),
    changeAfterMinor: changeFee(after),
  }
}

/** Kinds of passengers on sale before or after a change, those of afterwards first. */
function riderPairs(before: CarrierTerms, after: CarrierTerms) {
  const [were, are] = [before, after].map(({ agency }) => ownRidersOnSale(agency.terms))
  const sold = (are ?? []).map((is) => ({
    name: is.name,
    is,
    was: were?.find(({ code }) => code === is.code),
  }))
  const ended = (were ?? []).filter(({ code }) => !are?.some((is) => is.code === code))
  return [...sold, ...ended.map((was) => ({ name: was.name, was, is: undefined }))]
}
