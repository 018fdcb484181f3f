/** Terms of a carrier that its staff set: refund tiers, terms of changes, riders' discounts, price steps and baggage. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { agencyTerms, type AgencyTerms } from '../../shapes.ts'
import { raiseTimetableVersion, readNetwork, reloadNetwork } from '../network-cache.ts'
import type { Agency, BaggageOption, ChangeTerms, Network } from '../network.ts'
import type { PriceStep, PriceStepKind } from '../rules.ts'
import { lockCarrier } from './trip-vehicles.ts'

type RefundTier = AgencyTerms['refundTiers'][number]
type RiderChange = Pick<
  AgencyTerms['riders'][number],
  'code' | 'discountBasisPoints' | 'ageMin' | 'ageMax'
>
type BaggageChange = Pick<
  BaggageOption,
  'baggageId' | 'priceMinor' | 'perPassengerMax' | 'capacity'
>

/** What is absent stays as it is; what is present replaces all of its kind. */
export interface TermsChange {
  readonly agencyId: number
  readonly refundTiers?: readonly RefundTier[] | undefined
  readonly changes?: ChangeTerms | undefined
  readonly riders?: readonly RiderChange[] | undefined
  readonly steps?: readonly PriceStep[] | undefined
  readonly baggage?: readonly BaggageChange[] | undefined
}

/** The terms of a carrier before or after a change. */
export interface CarrierTerms {
  readonly agency: Agency
  readonly steps: readonly PriceStep[]
  readonly baggage: readonly BaggageOption[]
}

export interface ChangedTerms {
  readonly before: CarrierTerms
  readonly after: CarrierTerms
  readonly isChanged: boolean
}

export type TermsRefusal =
  | 'NotFound'
  | 'RefundTiersWrong'
  | 'ChangeTermsWrong'
  | 'RidersWrong'
  | 'PriceStepsWrong'
  | 'BaggageWrong'

/**
 * Compares or changes terms. They apply to orders from now on: prices are stored with what is sold, and `also`, in the same
 * transaction, keeps the refund tiers of earlier orders. Repeating a change changes nothing.
 */
export async function changeCarrierTerms(
  context: Context,
  { merchantId }: Pick<StaffActor, 'merchantId'>,
  change: TermsChange,
  options: {
    readonly isDryRun: boolean
    readonly also: (context: Context, network: Network, agency: Agency) => Promise<void>
  },
): Promise<Result<ChangedTerms, TermsRefusal>> {
  const changed = await inTransaction(context, async (inside) => {
    const network = await readNetwork(inside)
    const agency = network.agencies.get(change.agencyId)
    if (agency?.merchantId !== merchantId) return fail('NotFound')
    if (!options.isDryRun) await lockCarrier(inside, agency.agencyId)
    const before = await readTerms(inside, agency)
    const wrong = whatIsWrong(network, before, change)
    if (wrong) return fail(wrong)
    const after = termsAfter(before, change)
    const isChanged = !isDeepStrictEqual(before, after)
    if (options.isDryRun || !isChanged) return ok({ before, after, isChanged })
    if (change.changes) await keepFormerChangeTerms(inside, before.agency, change.changes)
    await writeTerms(inside, after, change)
    if (change.refundTiers) await options.also(inside, network, after.agency)
    await logStaffChange(inside, {
      action: 'carrier-terms.change',
      subject: `carrier ${agency.agencyId}`,
      before: factsOf(before, change),
      after: factsOf(after, change),
    })
    await raiseTimetableVersion(inside)
    return ok({ before, after, isChanged })
  })
  if (changed.ok && changed.value.isChanged && !options.isDryRun) await reloadNetwork(context)
  return changed
}

/** From the database: the network in memory may be a second old. */
async function readTerms({ db }: Pick<Context, 'db'>, agency: Agency): Promise<CarrierTerms> {
  const { agencyId } = agency
  const terms = await sql<{ terms: unknown }>`
    select terms from agency where id = ${agencyId}`.execute(db)
  const steps = await sql<PriceStep>`
    select route_id as "routeId", kind, from_value as "fromValue", until_value as "untilValue",
      basis_points as "basisPoints"
    from price_step where agency_id = ${agencyId} order by id`.execute(db)
  const baggage = await sql<BaggageOption>`
    select id as "baggageId", agency_id as "agencyId", code, name, price_minor as "priceMinor",
      per_passenger_max as "perPassengerMax", capacity
    from baggage_option where agency_id = ${agencyId} order by id`.execute(db)
  return {
    agency: { ...agency, terms: agencyTerms.parse(terms.rows[0]?.terms) },
    steps: inOrder(steps.rows),
    baggage: baggage.rows,
  }
}

const daySeconds = 86_400

const stepKinds: readonly PriceStepKind[] = ['season', 'weekday', 'days-ahead', 'occupancy']

function inOrder(steps: readonly PriceStep[]): PriceStep[] {
  return steps.toSorted(
    (one, other) =>
      stepKinds.indexOf(one.kind) - stepKinds.indexOf(other.kind) ||
      (one.routeId ?? 0) - (other.routeId ?? 0) ||
      one.fromValue - other.fromValue,
  )
}

function termsAfter({ agency, steps, baggage }: CarrierTerms, change: TermsChange): CarrierTerms {
  const { terms } = agency
  const riderOf = new Map(change.riders?.map((rider) => [rider.code, rider]))
  const baggageOf = new Map(change.baggage?.map((option) => [option.baggageId, option]))
  return {
    agency: {
      ...agency,
      terms: {
        ...terms,
        ...change.changes,
        refundTiers: [...(change.refundTiers ?? terms.refundTiers)],
        riders: terms.riders.map((rider) => ({ ...rider, ...riderOf.get(rider.code) })),
      },
    },
    steps: change.steps ? inOrder(change.steps) : steps,
    baggage: baggage.map((option) => ({ ...option, ...baggageOf.get(option.baggageId) })),
  }
}

function whatIsWrong(
  network: Network,
  { agency, baggage }: CarrierTerms,
  change: TermsChange,
): Exclude<TermsRefusal, 'NotFound'> | null {
  const { refundTiers, changes, riders, steps } = change
  if (refundTiers && !areTiers(refundTiers)) return 'RefundTiersWrong'
  if (changes && !areChangesPossible(agency, changes)) return 'ChangeTermsWrong'
  if (riders && !areRiders(agency.terms.riders, riders)) return 'RidersWrong'
  if (steps && !areSteps(network, agency.agencyId, steps)) return 'PriceStepsWrong'
  const ids = change.baggage?.map(({ baggageId }) => baggageId)
  if (
    ids &&
    !isSameSet(
      ids,
      baggage.map(({ baggageId }) => baggageId),
    )
  )
    return 'BaggageWrong'
  return null
}

/** Each tier ends nearer to the departure than the one before, and keeps more. */
function areTiers(tiers: readonly RefundTier[]): boolean {
  return tiers.every((tier, index) => {
    const before = tiers[index - 1]
    return (
      !before ||
      (tier.untilSeconds < before.untilSeconds &&
        tier.deductionBasisPoints > before.deductionBasisPoints)
    )
  })
}

/** With a deadline before the beginning of the sale nobody could ever change a ticket. */
function areChangesPossible({ terms }: Agency, { changeUntilSeconds }: ChangeTerms): boolean {
  return changeUntilSeconds < terms.saleOpensDays * daySeconds
}

/**
 * The riders stay the same, because sold tickets refer to them; somebody pays the whole fare, and ages are from the younger
 * to the older.
 */
function areRiders(known: AgencyTerms['riders'], riders: readonly RiderChange[]): boolean {
  return (
    isSameSet(
      riders.map(({ code }) => code),
      known.map(({ code }) => code),
    ) &&
    riders.some(({ discountBasisPoints }) => discountBasisPoints === 0) &&
    riders.every(({ ageMin, ageMax }) => ageMin === null || ageMax === null || ageMin <= ageMax)
  )
}

/** Least and greatest value of a step; the second bound of a step is exclusive. */
const stepBounds: Readonly<Record<PriceStepKind, readonly [number, number]>> = {
  season: [101, 1_232],
  weekday: [1, 8],
  'days-ahead': [0, 1_000],
  occupancy: [0, 101],
}

/** Steps of one kind and line do not overlap, since all that match would multiply. */
function areSteps(network: Network, agencyId: number, steps: readonly PriceStep[]): boolean {
  return steps.every(({ kind, routeId, fromValue, untilValue }, index) => {
    const [least, most] = stepBounds[kind]
    const isOfCarrier = routeId === null || network.routes.get(routeId)?.agencyId === agencyId
    const isFree = steps.every(
      (other, at) =>
        at === index ||
        other.kind !== kind ||
        other.routeId !== routeId ||
        other.untilValue <= fromValue ||
        other.fromValue >= untilValue,
    )
    return (
      isOfCarrier && isFree && fromValue >= least && untilValue <= most && fromValue < untilValue
    )
  })
}

function isSameSet(some: readonly unknown[], others: readonly unknown[]): boolean {
  return (
    some.length === others.length &&
    new Set(some).isSubsetOf(new Set(others)) &&
    new Set(some).size === some.length
  )
}

/** For orders whose terms are accepted by now. */
async function keepFormerChangeTerms(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agencyId, terms }: Agency,
  changes: ChangeTerms,
): Promise<void> {
  if (isDeepStrictEqual(changeTermsOf(terms), changes)) return
  await sql`
    insert into former_change_terms (agency_id, change_fee_minor, change_until_seconds, free_after_delay_seconds, until)
    values (${agencyId}, ${terms.changeFeeMinor}, ${terms.changeUntilSeconds}, ${terms.freeAfterDelaySeconds},
      ${clock.now()})`.execute(db)
}

function changeTermsOf({
  changeFeeMinor,
  changeUntilSeconds,
  freeAfterDelaySeconds,
}: AgencyTerms): ChangeTerms {
  return { changeFeeMinor, changeUntilSeconds, freeAfterDelaySeconds }
}

async function writeTerms(
  { db }: Pick<Context, 'db'>,
  { agency, steps, baggage }: CarrierTerms,
  change: TermsChange,
): Promise<void> {
  const { agencyId, terms } = agency
  if (change.refundTiers || change.changes || change.riders)
    await sql`update agency set terms = ${JSON.stringify(terms)}::jsonb where id = ${agencyId}`.execute(
      db,
    )
  if (change.steps) {
    await sql`delete from price_step where agency_id = ${agencyId}`.execute(db)
    await sql`
      insert into price_step (agency_id, route_id, kind, from_value, until_value, basis_points)
      select ${agencyId}, "routeId", kind, "fromValue", "untilValue", "basisPoints"
      from json_to_recordset(${JSON.stringify(steps)}::json) as one ("routeId" int, kind text, "fromValue" int,
        "untilValue" int, "basisPoints" int)`.execute(db)
  }
  if (change.baggage)
    await sql`
      update baggage_option set price_minor = one."priceMinor", per_passenger_max = one."perPassengerMax",
        capacity = one.capacity
      from json_to_recordset(${JSON.stringify(baggage)}::json) as one ("baggageId" int, "priceMinor" int,
        "perPassengerMax" int, capacity int)
      where id = one."baggageId" and agency_id = ${agencyId}`.execute(db)
}

/** The changed kinds of terms, as the log of changes shows them. */
function factsOf({ agency, steps, baggage }: CarrierTerms, change: TermsChange) {
  return {
    ...(change.refundTiers && { refundTiers: agency.terms.refundTiers }),
    ...(change.changes && { changes: changeTermsOf(agency.terms) }),
    ...(change.riders && {
      riders: agency.terms.riders.map(({ code, discountBasisPoints, ageMin, ageMax }) => ({
        code,
        discountBasisPoints,
        ageMin,
        ageMax,
      })),
    }),
    ...(change.steps && { priceSteps: steps }),
    ...(change.baggage && {
      baggage: baggage.map(({ code, priceMinor, perPassengerMax, capacity }) => ({
        code,
        priceMinor,
        perPassengerMax,
        capacity,
      })),
    }),
  }
}
