/** Ticket types for a leg range: classes, rider categories, baggage, and the carrier's terms. */
import { money } from '#kernel/money.ts'
import { baggageOf, readNetwork, ridersOnSale } from '#modules/timetable/server/public-api.ts'
import type { LegUse } from '#modules/inventory/server/public-api.ts'
import type { ReplyOf } from '#contract/call.ts'
import type { Context } from '#platform/context.ts'
import type { ticketTypes } from '../contract.ts'
import { baggageTypeOf, ticketTypeOf } from './names.ts'
import { riderMinor, spaceOffers, useOf, type ClassOffer } from './offers.ts'
import { offerSegment, presentSegment } from './present-segment.ts'
import { departureOf, type RunStretch } from './stretch.ts'

type TicketTypesView = ReplyOf<typeof ticketTypes>

export async function readTicketTypes(
  context: Context,
  stretch: RunStretch,
): Promise<TicketTypesView> {
  const { run } = stretch
  const { locale } = context
  const use = (await useOf(context, [run.offeringId])).get(run.offeringId ?? 0)
  const offered = await offerSegment(context, stretch, use)
  const segment = presentSegment(await readNetwork(context), offered, locale)
  const [inSpace] = spaceOffers(offered.offers, offered.spaces, 1)
  return {
    segment,
    classes: offered.offers.map((offer, index) => ({
      ...(segment.classes[index] ?? { classCode: '', name: '', seatsLeft: 0, price: null }),
      spacesLeft: offered.spaces.get(offer.classId) ?? 0,
      riders: ridersOf(context, stretch, { offer, inSpace }),
    })),
    baggage: await presentBaggage(context, stretch, use),
    terms: termsOf(context, stretch),
  }
}

interface Offers {
  readonly offer: ClassOffer
  /** Of the wheelchair space that is assigned; undefined without a free one. */
  readonly inSpace: ClassOffer | undefined
}

/** Rider categories with their prices in a class; wheelchair users pay for the class of their space. */
function ridersOf({ locale }: Context, { run }: RunStretch, { offer, inSpace = offer }: Offers) {
  const { terms } = run.agency
  const fee = money(terms.serviceFeeMinor)
  const riders = ridersOnSale(terms)
  return riders.flatMap(({ code, name, proof, ageMin, ageMax }) => {
    const own = code === 'wheelchair' ? inSpace : offer
    const price = riderMinor(own, code, riders)
    if (price === null) return []
    return [
      {
        rider: code,
        ticketTypeId: ticketTypeOf(own.classId, code, terms.riders),
        name: name[locale],
        price: money(price),
        fee,
        total: money(price + terms.serviceFeeMinor),
        proof,
        ageMin,
        ageMax,
      },
    ]
  })
}

/** Baggage options with the number left on all legs of the range. */
export async function presentBaggage(
  context: Context,
  { run, legFrom, legTo }: RunStretch,
  use: LegUse | undefined,
): Promise<TicketTypesView['baggage']> {
  const options = await baggageOf(context, run.agency.agencyId)
  const sold = options.filter(({ isRetired }) => !isRetired)
  return sold.map(({ baggageId, code, name, priceMinor, perPassengerMax, capacity }) => ({
    optionCode: code,
    ticketTypeId: baggageTypeOf(baggageId),
    name: name[context.locale],
    price: money(priceMinor),
    perPassengerMax,
    left: Math.max(
      0,
      Math.min(capacity, ...(use?.poolsLeft.get(baggageId)?.slice(legFrom, legTo) ?? [])),
    ),
  }))
}

function termsOf({ locale }: Context, { run, from }: RunStretch): TicketTypesView['terms'] {
  const { terms } = run.agency
  const departs = departureOf(from).getTime()
  const until = (seconds: number) => new Date(departs - seconds * 1000).toISOString()
  return {
    passengersMax: terms.passengersMax,
    hasSeatChoice: terms.seatChoice,
    returns: terms.refundTiers
      .filter(({ deductionBasisPoints }) => deductionBasisPoints < 10_000)
      .map(({ untilSeconds, deductionBasisPoints }) => ({
        until: until(untilSeconds),
        deductionBasisPoints,
      })),
    changeFee: money(terms.changeFeeMinor),
    changeUntil: until(terms.changeUntilSeconds),
    text: terms.text[locale],
    texts: terms.text,
  }
}
