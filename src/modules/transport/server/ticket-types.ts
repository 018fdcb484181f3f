/** Ticket types for a leg range: classes, rider categories, baggage, and the carrier's terms. */
import { money } from '#kernel/money.ts'
import { baggageOf, readNetwork, ridersOnSale } from '#modules/timetable/server/public-api.ts'
import type { LegUse } from '#modules/inventory/server/public-api.ts'
import type { ReplyOf } from '#contract/call.ts'
import type { Context } from '#platform/context.ts'
import type { ticketTypes } from '../contract.ts'
import { baggageTypeOf, ticketTypeOf } from './names.ts'
import { riderMinor, useOf, type ClassOffer } from './offers.ts'
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
  return {
    segment,
    classes: offered.offers.map((offer, index) => ({
      ...(segment.classes[index] ?? { classCode: '', name: '', seatsLeft: 0, price: null }),
      riders: ridersOf(context, stretch, offer),
    })),
    baggage: await presentBaggage(context, stretch, use),
    terms: termsOf(context, stretch),
  }
}

function ridersOf({ locale }: Context, { run }: RunStretch, offer: ClassOffer) {
  const { terms } = run.agency
  const fee = money(terms.serviceFeeMinor)
  return ridersOnSale(terms).flatMap(({ code, name, proof, ageMin, ageMax }) => {
    const price = riderMinor(offer, code, terms)
    if (price === null) return []
    return [
      {
        rider: code,
        ticketTypeId: ticketTypeOf(offer.classId, code, terms.riders),
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
