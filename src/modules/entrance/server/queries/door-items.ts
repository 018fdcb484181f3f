import { readStaffLimits, staffOf } from '#modules/staff/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { DoorItemView } from '../../contract.ts'
import { checkInWindow } from '../check-in-session.ts'
import type { EntranceItem } from '../entrance-source.ts'
import type { EntrancePorts } from '../ports.ts'
import { presentStop } from '../present-stop.ts'
import type { DoorItem } from '../store.ts'
import { admissionsKey, countAdmissions } from './admissions.ts'

/** Items of one source that a device chooses from. */
const itemsMax = 500

interface ItemOfSource extends DoorItem {
  readonly item: EntranceItem
}

/** Items that the caller may check in and that are not over: those with check-in now, then the others, the earliest first. */
export async function listDoorItems(
  context: Context,
  ports: EntrancePorts,
): Promise<DoorItemView[]> {
  const actor = staffOf(context)
  const { locale } = context
  const limits = await readStaffLimits(context, actor)
  const request = { merchantId: actor.merchantId, from: context.clock.now(), most: itemsMax }
  const lists = await Promise.all(
    ports.sources.map(async (vertical) => {
      const items = await vertical.listItems(context, request)
      return items.map((item) => ({ source: vertical.name, itemId: item.itemId, item }))
    }),
  )
  const seen = lists
    .flat()
    .filter(({ source, item }) => limits.worksAt({ source, ...item }))
    .toSorted(
      (left, right) =>
        Number(isOpen(right, request.from)) - Number(isOpen(left, request.from)) ||
        left.item.startsAt.getTime() - right.item.startsAt.getTime(),
    )
  const admitted = await countAdmissions(context, ports, seen)
  return seen.map(({ source, itemId, item }) => ({
    source,
    itemId,
    name: item.name[locale],
    venue: item.venue[locale],
    timeZone: item.timeZone,
    startsAt: item.startsAt.toISOString(),
    validFrom: item.validFrom?.toISOString() ?? null,
    admitted: admitted.get(admissionsKey({ source, itemId })) ?? 0,
    stops: item.stops.map((stop) => presentStop(stop, locale)),
    ticketTypes: [...item.ticketTypes].map(([ticketTypeId, name]) => ({
      ticketTypeId,
      name: name[locale],
    })),
    gates: item.gates
      .filter(({ gateId }) => limits.worksAtGate({ source, gateId }))
      .map(({ gateId, name, ticketTypeIds, stop }) => ({
        gateId,
        name: name[locale],
        ticketTypeIds: ticketTypeIds && [...ticketTypeIds],
        stop,
      })),
  }))
}

function isOpen({ item }: ItemOfSource, now: Date): boolean {
  const { opensAt, closesAt } = checkInWindow(item, null)
  return opensAt <= now && now <= closesAt
}
