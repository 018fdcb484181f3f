import { noReturns, writePolicy, type ReturnPolicy } from '#modules/returns/server/public-api.ts'
import {
  readNetwork,
  ridersOfTickets,
  type Agency,
  type Network,
} from '#modules/timetable/server/public-api.ts'
import type { AgencyTerms } from '#modules/timetable/shapes.ts'
import { ok } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { passengerKindOf, ticketTypeOf, transportName } from './names.ts'

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
    companions: terms.childReturnsWithAdult ? companionsOf(network, agency) : [],
  }
}

const adultAge = 18

/** Children and infants, and kinds of the carrier's own that nobody of age may have. */
function returnsAsChild({ code, ageMax }: AgencyTerms['riders'][number]): boolean {
  return passengerKindOf(code) === 1 || (ageMax !== null && ageMax < adultAge)
}

function companionsOf(network: Network, { agencyId, terms }: Agency): ReturnPolicy['companions'] {
  const classes = [...network.classes.values()].filter((one) => one.agencyId === agencyId)
  const typesOf = (isChild: boolean) =>
    classes.flatMap(({ classId }) =>
      ridersOfTickets(terms)
        .filter((rider) => returnsAsChild(rider) === isChild)
        .flatMap(({ code }) => [
          ticketTypeOf(classId, code, terms.riders),
          ticketTypeOf(classId, code, terms.riders, true),
        ]),
    )
  const [childTypeIds, adultTypeIds] = [typesOf(true), typesOf(false)]
  if (childTypeIds.length === 0 || adultTypeIds.length === 0) return []
  return [{ childTypeIds, adultTypeIds }]
}
