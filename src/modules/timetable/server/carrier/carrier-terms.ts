/** Terms of a carrier that its staff set: refund tiers, terms of changes, riders, price steps and baggage. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import {
  agencyTerms,
  ordinaryCompanions,
  type AgencyTerms,
  type CompanionAges,
} from '../../shapes.ts'
import { raiseTimetableVersion, readNetwork, reloadNetwork } from '../network-cache.ts'
import type { Agency, BaggageOption, ChangeTerms, Network } from '../network.ts'
import type { PriceStep, PriceStepKind } from '../rules.ts'
import {
  baggageAfter,
  writeBaggage,
  type BaggageChange,
  type BaggageRefusal,
  type ChangedBaggage,
} from './baggage-changes.ts'
import { ridersAfter, type RiderChange, type RiderRefusal } from './rider-changes.ts'
import { lockCarrier } from './trip-vehicles.ts'

type RefundTier = AgencyTerms['refundTiers'][number]

type ChangedChangeTerms = Omit<ChangeTerms, 'nameChange'> & {
  readonly nameChange?: ChangeTerms['nameChange'] | null
}

/** What is absent stays as it is; what is present replaces all of its kind. */
export interface TermsChange {
  readonly agencyId: number
  readonly refundTiers?: readonly RefundTier[] | undefined
  /** Without `nameChange` its terms stay; null: nobody may name another passenger any more. */
  readonly changes?: ChangedChangeTerms | undefined
  readonly companions?: CompanionAges | undefined
  readonly riders?: readonly RiderChange[] | undefined
  readonly steps?: readonly PriceStep[] | undefined
  readonly baggage?: readonly BaggageChange[] | undefined
}

/** The terms of a carrier before or after a change. */
export interface CarrierTerms {
  readonly agency: Agency
  readonly steps: readonly PriceStep[]
  readonly baggage: readonly ChangedBaggage[]
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
  | RiderRefusal
  | 'PriceStepsWrong'
  | BaggageRefusal

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
    const changedTerms = termsAfter(network, before, change)
    if (!changedTerms.ok) return changedTerms
    const after = changedTerms.value
    const isChanged = !isDeepStrictEqual(before, after)
    if (options.isDryRun || !isChanged) return ok({ before, after, isChanged })
    if (change.changes) await keepFormerChangeTerms(inside, before.agency, after.agency)
    await writeTerms(inside, after, change)
    if (change.refundTiers || change.riders || change.companions)
      await options.also(inside, network, after.agency)
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
async function readTerms(
  { db }: Pick<Context, 'db'>,
  agency: Agency,
): Promise<CarrierTerms & { readonly baggage: readonly BaggageOption[] }> {
  const { agencyId } = agency
  const terms = await sql<{ terms: unknown }>`
    select terms from agency where id = ${agencyId}`.execute(db)
  const steps = await sql<PriceStep>`
    select route_id as "routeId", kind, from_value as "fromValue", until_value as "untilValue",
      basis_points as "basisPoints"
    from price_step where agency_id = ${agencyId} order by id`.execute(db)
  const baggage = await sql<BaggageOption>`
    select id as "baggageId", agency_id as "agencyId", code, name, price_minor as "priceMinor",
      per_passenger_max as "perPassengerMax", capacity, is_retired as "isRetired"
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

function termsAfter(
  network: Network,
  before: CarrierTerms & { readonly baggage: readonly BaggageOption[] },
  change: TermsChange,
): Result<CarrierTerms, Exclude<TermsRefusal, 'NotFound'>> {
  const { agency, steps, baggage } = before
  const { agencyId, terms } = agency
  const { refundTiers = terms.refundTiers } = change
  const changes = change.changes && changeTermsAfter(terms, change.changes)
  if (change.refundTiers && !areTiers(refundTiers)) return fail('RefundTiersWrong')
  if (changes && !areChangesPossible(agency, changes)) return fail('ChangeTermsWrong')
  const riders = change.riders ? ridersAfter(terms.riders, change.riders) : ok(terms.riders)
  if (!riders.ok) return riders
  if (change.steps && !areSteps(network, agencyId, change.steps)) return fail('PriceStepsWrong')
  const bags = change.baggage ? baggageAfter(agencyId, baggage, change.baggage) : ok(baggage)
  if (!bags.ok) return bags
  return ok({
    agency: {
      ...agency,
      terms: {
        ...(changes ? { ...withoutNameChange(terms), ...changes } : terms),
        refundTiers: [...refundTiers],
        riders: riders.value,
        ...(change.companions && { companions: change.companions }),
      },
    },
    steps: change.steps ? inOrder(change.steps) : steps,
    baggage: bags.value,
  })
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

/** Without a key for what is not allowed. */
function changeTermsAfter(
  terms: AgencyTerms,
  { nameChange = terms.nameChange, ...changes }: ChangedChangeTerms,
): ChangeTerms {
  return { ...changes, ...(nameChange && { nameChange }) }
}

function withoutNameChange(terms: AgencyTerms): AgencyTerms {
  const { nameChange: _, ...others } = terms
  return others
}

/** With a deadline before the beginning of the sale nobody could ever change a ticket. */
function areChangesPossible(
  { terms }: Agency,
  { changeUntilSeconds, nameChange }: ChangeTerms,
): boolean {
  const latest = Math.max(changeUntilSeconds, nameChange?.untilSeconds ?? 0)
  return latest < terms.saleOpensDays * daySeconds
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

/** For orders whose terms are accepted by now. */
async function keepFormerChangeTerms(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agencyId, terms }: Agency,
  after: Agency,
): Promise<void> {
  if (isDeepStrictEqual(changeTermsOf(terms), changeTermsOf(after.terms))) return
  const { nameChange = null } = terms
  await sql`
    insert into former_change_terms (agency_id, change_fee_minor, change_until_seconds, free_after_delay_seconds,
      name_change, until)
    values (${agencyId}, ${terms.changeFeeMinor}, ${terms.changeUntilSeconds}, ${terms.freeAfterDelaySeconds},
      ${nameChange && JSON.stringify(nameChange)}::jsonb, ${clock.now()})`.execute(db)
}

function changeTermsOf({
  changeFeeMinor,
  changeUntilSeconds,
  freeAfterDelaySeconds,
  nameChange,
}: AgencyTerms): ChangeTerms {
  return {
    changeFeeMinor,
    changeUntilSeconds,
    freeAfterDelaySeconds,
    ...(nameChange && { nameChange }),
  }
}

async function writeTerms(
  { db }: Pick<Context, 'db'>,
  { agency, steps, baggage }: CarrierTerms,
  change: TermsChange,
): Promise<void> {
  const { agencyId, terms } = agency
  if (change.refundTiers || change.changes || change.riders || change.companions)
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
  if (change.baggage) await writeBaggage({ db }, agencyId, baggage)
}

/** Facts of the log are plain values. */
function changeFactsOf(terms: AgencyTerms) {
  const { nameChange, ...changes } = changeTermsOf(terms)
  if (!nameChange) return changes
  const { feeMinor, untilSeconds, most } = nameChange
  return { ...changes, nameFeeMinor: feeMinor, nameUntilSeconds: untilSeconds, nameMost: most }
}

/** The changed kinds of terms, as the log of changes shows them. */
function factsOf({ agency, steps, baggage }: CarrierTerms, change: TermsChange) {
  return {
    ...(change.refundTiers && { refundTiers: agency.terms.refundTiers }),
    ...(change.changes && { changes: changeFactsOf(agency.terms) }),
    ...(change.companions && { companions: agency.terms.companions ?? ordinaryCompanions }),
    ...(change.riders && {
      riders: agency.terms.riders.map(
        ({ code, discountBasisPoints, ageMin, ageMax, isRetired }) => ({
          code,
          discountBasisPoints,
          ageMin,
          ageMax,
          ...(isRetired && { isRetired }),
        }),
      ),
    }),
    ...(change.steps && { priceSteps: steps }),
    ...(change.baggage && {
      baggage: baggage.map(({ code, priceMinor, perPassengerMax, capacity, isRetired }) => ({
        code,
        priceMinor,
        perPassengerMax,
        capacity,
        ...(isRetired && { isRetired }),
      })),
    }),
  }
}
