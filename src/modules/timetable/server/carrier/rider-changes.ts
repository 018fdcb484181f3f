/** Changes of rider categories by a carrier's staff. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { fail, ok, type Result } from '#kernel/result.ts'
import { riderNumberMax, type RiderTerms } from '../../shapes.ts'
import { nextRiderNumber, riderNumber } from '../riders.ts'

export type RiderRefusal = 'RidersWrong' | 'RiderKnown' | 'RiderNeeded' | 'RidersTooMany'

export interface RiderChange extends Pick<
  RiderTerms,
  'code' | 'discountBasisPoints' | 'ageMin' | 'ageMax'
> {
  /** Sold no more. */
  readonly isRetired?: boolean | undefined
  /** Of a category that the carrier does not have yet; neither changes afterwards. */
  readonly added?: Pick<RiderTerms, 'name' | 'proof'> | undefined
}

const newCode = /^[a-z][a-z0-9-]{0,39}$/
/** Categories sold at a time. */
const soldMax = 30
/** Every offer and every call without a category means this one. */
const usualRider = 'adult'

/**
 * The categories of a carrier after a change, which names all that are sold. Categories are retired instead of removed,
 * because sold tickets are numbered by them.
 */
export function ridersAfter(
  known: readonly RiderTerms[],
  changes: readonly RiderChange[],
): Result<RiderTerms[], RiderRefusal> {
  const changeOf = new Map(changes.map((change) => [change.code, change]))
  if (changeOf.size < changes.length) return fail('RidersWrong')
  if (changes.some(({ ageMin, ageMax }) => ageMin !== null && ageMax !== null && ageMin > ageMax))
    return fail('RidersWrong')
  const riders: RiderTerms[] = []
  for (const rider of known) {
    const change = changeOf.get(rider.code)
    if (!change && !rider.isRetired) return fail('RidersWrong')
    if (change?.added && !isSame(rider, change.added)) return fail('RiderKnown')
    riders.push(change ? changedRider(rider, change) : rider)
  }
  const added = changes.filter(({ code }) => !known.some((rider) => rider.code === code))
  const after = withAdded(riders, added)
  if (!after) return fail('RidersWrong')
  const sold = after.filter(({ isRetired }) => !isRetired)
  if (after.some(({ code, isRetired }) => code === usualRider && isRetired))
    return fail('RiderNeeded')
  if (!sold.some(({ discountBasisPoints }) => discountBasisPoints === 0)) return fail('RidersWrong')
  const isTooMany = sold.length > soldMax || after.some(({ number = 0 }) => number > riderNumberMax)
  return isTooMany ? fail('RidersTooMany') : ok(after)
}

function isSame(rider: RiderTerms, { name, proof }: Pick<RiderTerms, 'name' | 'proof'>): boolean {
  return isDeepStrictEqual([rider.name, rider.proof], [name, proof])
}

function changedRider(rider: RiderTerms, change: RiderChange): RiderTerms {
  const { isRetired: _before, ...kept } = rider
  const { discountBasisPoints, ageMin, ageMax } = change
  return {
    ...kept,
    discountBasisPoints,
    ageMin,
    ageMax,
    ...(change.isRetired && { isRetired: true }),
  }
}

/** New categories get numbers that nobody had; from then on all numbers are stored. Null: one has no name, or no proper code. */
function withAdded(
  known: readonly RiderTerms[],
  added: readonly RiderChange[],
): RiderTerms[] | null {
  if (added.length === 0) return [...known]
  const riders = known.map((rider) => ({ ...rider, number: riderNumber(rider, known) }))
  for (const change of added) {
    if (!change.added || !newCode.test(change.code)) return null
    const { code, added: own } = change
    const blank = { code, ...own, discountBasisPoints: 0, ageMin: null, ageMax: null }
    riders.push({ ...changedRider(blank, change), number: nextRiderNumber(code, riders) })
  }
  return riders
}
