/** Runs and their stops as items for ticket scanning. */
import type { EntranceItem, EntranceSource } from '#modules/entrance/server/public-api.ts'
import {
  listRuns,
  readNetwork,
  readRuns,
  type Network,
  type Run,
} from '#modules/timetable/server/public-api.ts'
import { vehicleText } from './describe.ts'
import { transportName } from './names.ts'
import { arrivalOf, departureOf } from './stretch.ts'
import { shopText } from './texts.ts'
import { typeNamesOf } from './ticket-source.ts'

export const transportEntranceSource: EntranceSource = {
  name: transportName,

  async listItems(context, { merchantId, from, until, isUnsoldIncluded = false, most }) {
    const network = await readNetwork(context)
    const agencyIds = [...network.agencies.values()]
      .filter((agency) => agency.merchantId === merchantId)
      .map(({ agencyId }) => agencyId)
    if (agencyIds.length === 0) return []
    const runs = await listRuns(context, {
      agencyIds,
      arrivesAfter: from,
      ...(until && { departsUntil: until }),
      isOpened: !isUnsoldIncluded,
      most,
    })
    return runs.flatMap((run) => entranceItem(network, run) ?? [])
  },

  async findItem(context, itemId) {
    const [run] = await readRuns(context, [itemId])
    return run ? entranceItem(await readNetwork(context), run) : null
  },
}

function entranceItem(network: Network, run: Run): EntranceItem | null {
  const { stops, agency, route } = run
  const [first, last] = [stops[0], stops.at(-1)]
  if (!first || !last) return null
  return {
    itemId: run.runId,
    merchantId: agency.merchantId,
    groupId: route.routeId,
    offeringId: run.offeringId,
    name: vehicleText(run),
    venue: shopText(first.stop.name),
    city: shopText(first.locality),
    timeZone: first.timeZone,
    startsAt: departureOf(first),
    isOff: run.status === 'cancelled',
    doorsAt: null,
    endsAt: arrivalOf(last),
    validFrom: null,
    stops: stops.map((stop) => ({
      name: shopText(stop.stop.name),
      code: stop.stop.code,
      timeZone: stop.timeZone,
      arrivesAt: stop === first ? null : arrivalOf(stop),
      departsAt: stop === last ? null : departureOf(stop),
    })),
    gates: [],
    ticketTypes: typeNamesOf(network, agency),
    rotatesCodes: false,
  }
}
