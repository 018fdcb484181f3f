/** A network's share of the places of a hall, which it may exceed by proving work. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Failure } from '#kernel/result.ts'
import { readCapacity, type Stock } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { makeChallenge, readProof } from '#platform/proof-of-work.ts'

/** Places of a hall that a request asks for. */
export interface Claim extends Stock {
  readonly quantity: number
}

/** In a small hall a share would be less than one order may have. */
const shareMin = 10
/** Places beyond the request that one proof covers, so that others of the network do not outdate it at once. */
const slack = 8
/** About 65,000 attempts: less than a second on a phone. */
const bitsMin = 16
/** About a million attempts: some seconds on a phone. */
const bitsMax = 20
/** Holds end, or are paid for, within minutes. */
const retryAfterSeconds = 60

export function tooMuchHeld(): Failure<ErrorCode> {
  return fail('TooMuchHeld', { retryAfterSeconds })
}

/** The name of a hall or pool. */
export function stockKey({ offeringId, poolId }: Stock): string {
  return `${offeringId}/${poolId ?? ''}`
}

/**
 * Refuses claims with which the network would hold more than its share of a hall: `HoldWorkNeeded` with
 * `detail: { challenge, bits }` when work would do, `TooMuchHeld` beyond half of the hall. A proof names the number of
 * places up to which it is valid, so using it again does not give more.
 */
export async function refusalOfShare(
  context: Context,
  network: string,
  claims: readonly Claim[],
  heldOf: (stock: Stock) => number,
): Promise<Failure<ErrorCode> | null> {
  const percent = context.bounds?.heldSharePerNetwork ?? 0
  if (percent === 0) return null
  const wanted: Wanted[] = []
  for (const claim of claims) {
    const places = heldOf(claim) + claim.quantity
    if (places <= shareMin) continue
    const capacity = await readCapacity(context, claim)
    const free = Math.max(shareMin, Math.ceil((capacity * percent) / 100))
    if (places <= free) continue
    const most = Math.max(free, Math.floor(capacity / 2))
    if (places > most) return tooMuchHeld()
    wanted.push({ name: stockKey(claim), places, most, bits: bitsFor(places, free) })
  }
  if (wanted.length === 0 || (await isProved(context, network, wanted))) return null
  const bits = Math.max(...wanted.map((each) => each.bits))
  const upTo = wanted.map(({ name, places, most }) => `${name}/${Math.min(most, places + slack)}`)
  const challenge = await makeChallenge(context, [prefixOf(network), ...upTo].join('+'), bits)
  return fail('HoldWorkNeeded', { challenge, bits })
}

interface Wanted {
  readonly name: string
  /** With those that the network holds already. */
  readonly places: number
  readonly most: number
  readonly bits: number
}

/** Leading zero bits: one more for each quarter of the share beyond it. */
export function bitsFor(places: number, free: number): number {
  return Math.min(bitsMax, bitsMin + Math.floor((4 * (places - free)) / free))
}

async function isProved(
  context: Context,
  network: string,
  wanted: readonly Wanted[],
): Promise<boolean> {
  if (context.workProof === undefined) return false
  const proved = await readProof(context, context.workProof)
  const [prefix, ...parts] = proved?.subject.split('+') ?? []
  if (prefix !== prefixOf(network)) return false
  const covered = new Map(
    parts.map((part) => {
      const end = part.lastIndexOf('/')
      return [part.slice(0, end), Number(part.slice(end + 1))]
    }),
  )
  return wanted.every(({ name, places }) => (covered.get(name) ?? 0) >= places)
}

const prefixOf = (network: string): string => `hold:${network}`
