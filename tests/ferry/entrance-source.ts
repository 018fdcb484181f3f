/** Sailings and their piers as items for ticket scanning. */
import type { EntranceItem, EntranceSource } from '#modules/entrance/server/public-api.ts'
import { ferryName } from './offer-source.ts'
import { readSailings, readSailingsOf, type Sailing } from './tables.ts'

const timeZone = 'Asia/Tbilisi'

export const ferryEntranceSource: EntranceSource = {
  name: ferryName,

  async listItems(context, { merchantId, from, most }) {
    const sailings = await readSailingsOf(context, { merchantId, from, most })
    return sailings.map(entranceItem)
  },

  async findItem(context, itemId) {
    const [sailing] = await readSailings(context, [itemId])
    return sailing ? entranceItem(sailing) : null
  },
}

function entranceItem({ piers, fares, ...sailing }: Sailing): EntranceItem {
  const [first, last] = [piers[0], piers.at(-1)]
  if (!first || !last) throw new Error(`Sailing ${sailing.sailingId} has no piers`)
  return {
    itemId: sailing.sailingId,
    merchantId: sailing.merchantId,
    groupId: 1,
    offeringId: sailing.offeringId,
    name: sailing.vessel,
    venue: first.name,
    city: first.name,
    timeZone,
    startsAt: first.departsAt,
    doorsAt: null,
    endsAt: last.arrivesAt,
    validFrom: null,
    stops: piers.map((pier) => ({
      name: pier.name,
      code: pier.code,
      timeZone,
      arrivesAt: pier === first ? null : pier.arrivesAt,
      departsAt: pier === last ? null : pier.departsAt,
    })),
    gates: [],
    ticketTypes: new Map(fares.map(({ typeId, name }) => [typeId, name])),
    rotatesCodes: false,
  }
}
