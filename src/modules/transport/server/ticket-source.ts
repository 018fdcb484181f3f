/** The ticket source of journeys. */
import type { LocalizedText } from '#kernel/locale.ts'
import {
  listRuns,
  readNetwork,
  readRuns,
  ridersOfTickets,
  type Agency,
  type ChangeTerms,
  type Network,
} from '#modules/timetable/server/public-api.ts'
import type { TicketSource, TicketSubject } from '#modules/tickets/server/public-api.ts'
import { describeJourneys, type JourneyDescription } from './describe.ts'
import { changePathOf, changeTermsOf, isVeryLate } from './change-terms.ts'
import { baggageTypeOf, riderOfType, ticketTypeOf, transportName } from './names.ts'
import { carrierOf, passengerTermsOf } from './offer-source.ts'
import { alertsOn } from './present-alerts.ts'
import { readReinstatements } from './run-notices.ts'
import { departureOf, isSkipping, shownDeparture, type RunStretch } from './stretch.ts'
import { readLastExchanges } from './swap/vehicle-changes.ts'
import {
  cancelledText,
  otherVehicleText,
  reinstatedText,
  shopText,
  skippedText,
  ticketText,
} from './texts.ts'

export const transportTicketSource: TicketSource = {
  name: transportName,

  async describeTickets(context, items) {
    const network = await readNetwork(context)
    const runIds = items.map(({ itemId }) => itemId)
    const exchanged = await readLastExchanges(context, runIds)
    const reinstated = await readReinstatements(context, runIds)
    return describeJourneys(context, items, (description, stretch) => {
      const { runId } = stretch.run
      const changes = { exchangedAt: exchanged.get(runId), reinstatedAt: reinstated.get(runId) }
      return subjectOf(network, description, stretch, changes)
    })
  },

  async listStarting(context, from, until) {
    const runs = await listRuns(context, { departsUntil: until, arrivesAfter: from, most: 10_000 })
    return runs.flatMap(({ runId, offeringId, status, stops }) => {
      if (offeringId === null || status === 'cancelled') return []
      return stops.slice(0, -1).flatMap((stop, legFrom) => {
        const startsAt = shownDeparture(stop)
        if (!stop.pickup || stop.isBoardingClosed || startsAt <= from || startsAt > until) return []
        return [{ itemId: runId, offeringId, legFrom, startsAt }]
      })
    })
  },

  async mayPassOn(context, { itemId }) {
    return (await carrierOf(context, itemId))?.terms.mayPassOn ?? false
  },

  async changePath(context, ticket) {
    const { itemId, legFrom, identifier, ticketTypeId, isRebookable } = ticket
    const [run] = await readRuns(context, [itemId])
    const from = run?.stops[legFrom]
    if (!run || !from || riderOfType(ticketTypeId, run.agency.terms.riders) === null) return null
    const now = context.clock.now()
    const until = isRebookable ? departureOf(from) : changeTermsOf(run, from, ticket, now).until
    const isOver = run.status === 'cancelled' ? false : now > until
    return isOver ? null : changePathOf(identifier)
  },

  sellsGivenTickets: async () => false,
}

function subjectOf(
  network: Network,
  description: JourneyDescription,
  stretch: RunStretch,
  { exchangedAt, reinstatedAt }: Readonly<Record<'exchangedAt' | 'reinstatedAt', Date | undefined>>,
): TicketSubject {
  const { run, from } = stretch
  const isCancelled = run.status === 'cancelled'
  const isWithoutStop = isSkipping(stretch)
  // Holders who neither rebook nor return are refunded a day after the notification.
  const fullRefundUntil = (terms: ChangeTerms) =>
    isCancelled || isWithoutStop || isVeryLate(from, terms) ? departureOf(from) : null
  const skippedStop = shopText((from.isBoardingClosed ? from : stretch.to).stop.name)
  const { ageProvedTypes } = passengerTermsOf(network, run.agency).terms
  return {
    ...description,
    city: shopText(from.locality),
    address: from.platform === null ? shopText(from.stop.name) : platformText(from.platform),
    latitude: from.stop.latitude,
    longitude: from.stop.longitude,
    doorsAt: null,
    cancelledAt: null,
    isOff: isCancelled,
    cancelReason: null,
    movedFrom: description.startsAt.getTime() === from.departsAt.getTime() ? null : from.departsAt,
    fullRefundUntil: fullRefundUntil(run.agency.terms),
    formerFullRefunds: [
      // Holders who had been told that it is cancelled may have made other plans.
      ...(reinstatedAt
        ? [{ acceptedBefore: reinstatedAt, fullRefundUntil: departureOf(from) }]
        : []),
      ...(replannedRefunds(stretch) ?? []),
      ...run.agency.formerChangeTerms.map((former) => ({
        acceptedBefore: former.until,
        fullRefundUntil: fullRefundUntil(former),
      })),
    ],
    alerts: [
      ...(isCancelled ? [{ ...cancelledText, url: null }] : []),
      ...(isWithoutStop && !isCancelled ? [{ ...skippedText(skippedStop), url: null }] : []),
      ...(reinstatedAt && !isCancelled
        ? [{ ...reinstatedText, url: null, ordersUntil: reinstatedAt }]
        : []),
      ...(exchangedAt
        ? [
            {
              ...otherVehicleText,
              url: null,
              ordersUntil: exchangedAt,
              isAboutPlace: true as const,
            },
          ]
        : []),
      ...alertsOn(run, stretch).map((alert) => ({
        header: shopText(alert.header),
        text: shopText(alert.description),
        url: alert.url,
      })),
    ],
    ageLimit: 0,
    rotatesCodes: false,
    codeKind: run.agency.terms.code,
    use: 'journey',
    ...(ageProvedTypes && { ageProvedTypes }),
    typeNames: typeNamesOf(network, run.agency),
  }
}

/** Who bought before the carrier moved the departure by as much as a long delay has the same rights as after one. */
function replannedRefunds({
  run: { retimed, agency },
  from,
  legFrom,
}: RunStretch): NonNullable<TicketSubject['formerFullRefunds']> {
  const first = retimed?.firstDepartures[legFrom]
  if (!retimed || !first) return []
  const seconds = Math.abs(from.departsAt.getTime() - first.getTime()) / 1000
  if (seconds < agency.terms.freeAfterDelaySeconds) return []
  return [{ acceptedBefore: retimed.at, fullRefundUntil: departureOf(from) }]
}

function platformText(platform: string): LocalizedText {
  return { ka: `ბაქანი ${platform}`, en: `Platform ${platform}` }
}

const namesByNetwork = new WeakMap<Network, Map<number, ReadonlyMap<number, LocalizedText>>>()

/** Names by ticket type id: each rider category in each class, and baggage. */
export function typeNamesOf(
  network: Network,
  { agencyId, terms }: Agency,
): ReadonlyMap<number, LocalizedText> {
  const known = namesByNetwork.get(network) ?? new Map<number, ReadonlyMap<number, LocalizedText>>()
  namesByNetwork.set(network, known)
  const found = known.get(agencyId)
  if (found) return found
  const names = new Map<number, LocalizedText>()
  for (const travelClass of network.classes.values())
    if (travelClass.agencyId === agencyId)
      for (const { code, name } of ridersOfTickets(terms))
        for (const isNextSeat of [false, true])
          names.set(
            ticketTypeOf(travelClass.classId, code, terms.riders, isNextSeat),
            ticketText(travelClass.name, name),
          )
  for (const { baggageId, name } of network.baggage.get(agencyId) ?? [])
    names.set(baggageTypeOf(baggageId), shopText(name))
  known.set(agencyId, names)
  return names
}
