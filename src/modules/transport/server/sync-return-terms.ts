import { noReturns, writePolicy, type ReturnPolicy } from '#modules/returns/server/public-api.ts'
import {
  readNetwork,
  ridersOfTickets,
  type Agency,
  type Network,
} from '#modules/timetable/server/public-api.ts'
import { ordinaryCompanions, type AgencyTerms, type RiderTerms } from '#modules/timetable/shapes.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { isOfChild, isOfMinor, passengerKindOf, ticketTypeOf, transportName } from './names.ts'

/** Tiers with this deduction allow no return. */
const wholeBasisPoints = 10_000

/**
 * Writes the carriers' refund tiers from the timetable as return policies, where they have changed. Carriers of one merchant share one policy, that of the first carrier. Returns the number
 * of policies written.
 */
export async function syncReturnTerms(context: Context): Promise<number> {
  const network = await readNetwork(context)
  const wanted = [...network.agencies.values()]
    .filter((agency) => isFirstOfMerchant(network, agency))
    .map((agency) => returnPolicyOf(network, agency))
  const written = await inTransaction(context, async (inside) => {
    let count = 0
    // A carrier's first terms were in force before they were written here.
    for (const policy of wanted)
      if (await writePolicy(inside, policy, { coversEarlier: true })) count += 1
    return ok(count)
  })
  return written.value
}

/** Carriers of one organiser share a policy, that of the first of them. */
export function isFirstOfMerchant(network: Network, { agencyId, merchantId }: Agency): boolean {
  const first = [...network.agencies.values()].find((one) => one.merchantId === merchantId)
  return first?.agencyId === agencyId
}

/** The refund tiers of a carrier as a return policy. */
export function returnPolicyOf(network: Network, agency: Agency): ReturnPolicy {
  const { terms, merchantId } = agency
  return {
    ...noReturns,
    source: transportName,
    merchantId,
    tiers: terms.refundTiers
      .filter(({ deductionBasisPoints }) => deductionBasisPoints < wholeBasisPoints)
      .map(({ untilSeconds, deductionBasisPoints }) => ({
        hoursBefore: untilSeconds / 3_600,
        deductionBasisPoints,
      })),
    companions: [...network.agencies.values()]
      .filter((one) => one.merchantId === merchantId)
      .flatMap((one) => companionsOf(network, one.agencyId === agency.agencyId ? agency : one)),
  }
}

const adultAge = 18

/** Whose ticket does not stay without an adult's: children, and where the carrier says so everybody under age. */
function returnsAsChild(
  rider: RiderTerms,
  { childReturnsWithAdult, companions = ordinaryCompanions }: AgencyTerms,
): boolean {
  if (isOfChild(rider, companions)) return true
  const isUnderAge = rider.ageMax !== null && rider.ageMax < adultAge
  return childReturnsWithAdult && (isUnderAge || passengerKindOf(rider.code) === 1)
}

/** Children with adults, and companions with the wheelchair users whom they accompany. */
function companionsOf(network: Network, { agencyId, terms }: Agency): ReturnPolicy['companions'] {
  const { companions = ordinaryCompanions } = terms
  const classes = [...network.classes.values()].filter((one) => one.agencyId === agencyId)
  const typesOf = (isOf: (rider: RiderTerms) => boolean) =>
    classes.flatMap(({ classId }) =>
      ridersOfTickets(terms)
        .filter(isOf)
        .flatMap(({ code }) => [
          ticketTypeOf(classId, code, terms.riders),
          ticketTypeOf(classId, code, terms.riders, true),
        ]),
    )
  const isChild = (rider: RiderTerms) => returnsAsChild(rider, terms)
  const pairs = [
    {
      childTypeIds: typesOf(isChild),
      adultTypeIds: typesOf((rider) => !isChild(rider) && !isOfMinor(rider, companions)),
    },
    {
      childTypeIds: typesOf(({ code }) => code === 'companion'),
      adultTypeIds: typesOf(({ code }) => code === 'wheelchair'),
    },
  ]
  return pairs.filter(
    ({ childTypeIds, adultTypeIds }) => childTypeIds.length > 0 && adultTypeIds.length > 0,
  )
}
