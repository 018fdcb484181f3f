/** Alternative rider categories of a held seat, for passengers of another age. */
import { birthSpanOf } from '#kernel/age.ts'
import { money } from '#kernel/money.ts'
import type { Order, OrderLine } from '#modules/orders/server/public-api.ts'
import { localDate, ridersOnSale, type Run } from '#modules/timetable/server/public-api.ts'
import type { RiderTerms } from '#modules/timetable/shapes.ts'
import type { Context } from '#platform/context.ts'
import type { JourneyOrderView } from '../shapes.ts'
import { riderOfType } from './names.ts'
import { classOffers, riderMinor, useOf } from './offers.ts'
import { stretchOf } from './stretch.ts'

type OtherRider = JourneyOrderView['segments'][number]['tickets'][number]['otherRiders'][number]

/**
 * Alternatives by line id of an open order, for carriers that ask for birth dates. Wheelchair tickets,
 * tickets of a seat change on the way and tickets of an exchange have none.
 */
export async function otherRidersOf(
  context: Context,
  order: Order,
  run: Run,
  lines: readonly OrderLine[],
): Promise<ReadonlyMap<number, readonly OtherRider[]>> {
  const { terms } = run.agency
  const byAge = ridersOnSale(terms).filter(isByAge)
  if (
    !terms.asksBirthDate ||
    byAge.every(({ ageMin, ageMax }) => ageMin === null && ageMax === null)
  )
    return new Map()
  const use = (await useOf(context, [run.offeringId])).get(run.offeringId ?? 0)
  const today = context.clock.now().toISOString().slice(0, 10)
  const found = new Map<number, readonly OtherRider[]>()
  for (const line of lines) {
    const type = riderOfType(line.ticketTypeId ?? 0, terms.riders)
    const stretch = stretchOf(run, line.legFrom ?? 0, line.legTo ?? 1)
    const isPlain = line.detail.package === undefined && line.detail.replaces === undefined
    if (!type || !stretch || !isPlain || isOfWheelchair(type.rider)) continue
    const offers = await classOffers(context, stretch, use)
    const offer = offers.find(({ classId }) => classId === type.classId)
    if (!offer) continue
    const on = localDate(stretch.from.departsAt, stretch.from.timeZone)
    const others = byAge.flatMap((rider) => {
      const price = rider.code === type.rider ? null : riderMinor(offer, rider.code, byAge)
      if (price === null) return []
      const total = money(price + terms.serviceFeeMinor, order.currency)
      const name = rider.name[context.locale]
      return [{ rider: rider.code, name, total, ...birthSpanOf(rider, on, today) }]
    })
    found.set(line.id, others)
  }
  return found
}

/** Whether a rider category depends on age only and requires no proof. */
function isByAge({ code, ageMin, ageMax, proof, discountBasisPoints }: RiderTerms): boolean {
  if (isOfWheelchair(code)) return false
  return ageMin !== null || ageMax !== null || (proof === null && discountBasisPoints === 0)
}

function isOfWheelchair(rider: string): boolean {
  return rider === 'wheelchair' || rider === 'companion'
}
