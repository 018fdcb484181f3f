/** What an organiser's staff may see and where they check in, of all sources. */
import type { ErrorCode } from '#contract/errors.ts'
import type { ReplyOf } from '#contract/call.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type {
  merchantGates,
  merchantGatesTicketTypes,
  AccessibleItemView,
} from '#modules/staff/contract.ts'
import {
  findStaffEvent,
  isOver,
  isWithin,
  listAccessibleItems,
  readGates,
  readGateTypes,
  readStaffEvents,
  readStaffLimits,
  staffOf,
  type ItemFilter,
  type StaffEvent,
  type StaffLimits,
} from '#modules/staff/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { eventSourceName } from '../../contract.ts'
import type { EntranceItem, EntranceSource } from '../entrance-source.ts'
import type { EntrancePorts } from '../ports.ts'

/** Items of one source that are read. */
const itemsMax = 2_000
const dayMilliseconds = 86_400_000
const pastDays = 30
const daysAhead = 14

interface OfSource {
  readonly source: string
  readonly item: EntranceItem
}

interface AccessibleFilter extends ItemFilter {
  readonly source?: string | undefined
}

/** Shows with their events, then films, lines and passes with their screenings, runs and dates. */
export async function listAccessible(
  context: Context,
  ports: EntrancePorts,
  filter: AccessibleFilter,
): Promise<AccessibleItemView[]> {
  const { source } = filter
  const isAsked = (name: string) => source === undefined || source === name
  const shows = isAsked(eventSourceName)
    ? await listAccessibleItems(context, staffOf(context), filter)
    : []
  const others = ports.sources.filter(({ name }) => name !== eventSourceName && isAsked(name))
  const lists = await Promise.all(others.map((one) => itemsOf(context, ports, one, filter)))
  return [...shows, ...lists.flat()]
}

async function itemsOf(
  context: Context,
  ports: EntrancePorts,
  vertical: EntranceSource,
  filter: AccessibleFilter,
): Promise<AccessibleItemView[]> {
  const now = context.clock.now()
  const { locale } = context
  const found = (await readItems(context, vertical, periodOf(filter, now))).filter(
    ({ item }) =>
      (filter.itemId === undefined || filter.itemId === numberOf(item)) &&
      (filter.isArchive === undefined || filter.isArchive === isOver(item, now)) &&
      isWithin(item, filter),
  )
  const groups = [...Map.groupBy(found, ({ item }) => item.groupId)]
  const offers = ports.tickets.orders.sources.find(({ name }) => name === vertical.name)
  const groupIds = groups.map(([groupId]) => groupId)
  const names = await offers?.nameGroups?.(context, groupIds)
  return groups.flatMap(([groupId, items]) => {
    const [first] = items
    if (!first) return []
    return {
      source: vertical.name,
      itemId: numberOf(first.item),
      itemType: 'Show' as const,
      name: (names?.get(groupId) ?? first.item.name)[locale],
      imageUrl: null,
      events: items.map(({ item }) => ({
        eventId: item.itemId,
        startsAt: item.startsAt.toISOString(),
        doorsAt: item.doorsAt?.toISOString() ?? null,
        timeZone: item.timeZone,
        venue: item.venue[locale],
        city: item.city[locale],
        isArchive: isOver(item, now),
      })),
    }
  })
}

function numberOf({ showId, groupId }: EntranceItem): number {
  return showId ?? groupId
}

/** The time in which items of sources with thousands of them are read. */
function periodOf({ dateFrom, dateTo, isArchive }: ItemFilter, now: Date) {
  // Bare dates are days at the place of the item; `isWithin` is exact.
  const around = (bound: string, days: number) =>
    new Date(Date.parse(bound) + days * dayMilliseconds)
  const past = new Date(now.getTime() - pastDays * dayMilliseconds)
  const from = dateFrom !== undefined ? around(dateFrom, -1) : isArchive === false ? now : past
  const ahead = new Date(Math.max(from.getTime(), now.getTime()) + daysAhead * dayMilliseconds)
  return { from, until: dateTo !== undefined ? around(dateTo, 2) : isArchive ? now : ahead }
}

async function readItems(
  context: Context,
  vertical: EntranceSource,
  period: { readonly from: Date; readonly until: Date },
): Promise<OfSource[]> {
  const actor = staffOf(context)
  const limits = await readStaffLimits(context, actor)
  const items = await vertical.listItems(context, {
    merchantId: actor.merchantId,
    isUnsoldIncluded: true,
    most: itemsMax,
    ...period,
  })
  return items
    .map((item) => ({ source: vertical.name, item }))
    .filter(({ source, item }) => limits.worksAt({ source, ...item }))
}

interface AtDoors {
  readonly limits: StaffLimits
  readonly events: readonly StaffEvent[]
  readonly others: readonly OfSource[]
}

/** The item of the request, or everything that is not over. */
async function atDoors(
  context: Context,
  ports: EntrancePorts,
  {
    eventId,
    source,
  }: { readonly eventId?: number | undefined; readonly source?: string | undefined },
): Promise<Result<AtDoors, ErrorCode>> {
  const actor = staffOf(context)
  const limits = await readStaffLimits(context, actor)
  const isAsked = (name: string) => source === undefined || source === name
  const others = ports.sources.filter(({ name }) => name !== eventSourceName && isAsked(name))
  const now = context.clock.now()
  if (eventId === undefined) {
    const events = isAsked(eventSourceName) ? await readStaffEvents(context, actor) : []
    const period = { from: now, until: new Date(now.getTime() + dayMilliseconds) }
    const lists = await Promise.all(others.map((one) => readItems(context, one, period)))
    const coming = events.filter((event) => !isOver(event, now))
    return ok({ limits, events: coming, others: lists.flat() })
  }
  if (isAsked(eventSourceName)) {
    const event = await findStaffEvent(context, actor, eventId)
    if (event.ok) return ok({ limits, events: [event.value], others: [] })
  }
  for (const vertical of others) {
    const item = await vertical.findItem(context, eventId)
    if (item && limits.worksAt({ source: vertical.name, ...item }))
      return ok({ limits, events: [], others: [{ source: vertical.name, item }] })
  }
  return fail('NotFound')
}

interface Door {
  readonly source: string
  readonly gateId: number | null
  readonly stop: number | null
  readonly name: string
  readonly venue: string
  readonly eventId: number
  readonly ticketTypes: readonly { readonly ticketTypeId: number; readonly name: string }[]
}

/** Gates of an item where the caller may work; the stops of a run that has none. */
function doorsOf(context: Context, limits: StaffLimits, { source, item }: OfSource): Door[] {
  const { locale } = context
  const typesOf = (admitted: readonly number[] | null) =>
    [...item.ticketTypes]
      .filter(([ticketTypeId]) => admitted === null || admitted.includes(ticketTypeId))
      .map(([ticketTypeId, name]) => ({ ticketTypeId, name: name[locale] }))
  const of = { source, eventId: item.itemId }
  if (item.gates.length === 0)
    return item.stops.map(({ name }, stop) => ({
      ...of,
      gateId: null,
      stop,
      name: name[locale],
      venue: name[locale],
      ticketTypes: typesOf(null),
    }))
  return item.gates
    .filter(({ gateId }) => limits.worksAtGate({ source, gateId }))
    .map(({ gateId, stop, name, ticketTypeIds }) => ({
      ...of,
      gateId,
      stop,
      name: name[locale],
      venue: item.venue[locale],
      ticketTypes: typesOf(ticketTypeIds),
    }))
}

interface OfEvent {
  readonly eventId?: number | undefined
  readonly source?: string | undefined
}

export async function listGates(
  context: Context,
  ports: EntrancePorts,
  query: OfEvent,
): Promise<Result<ReplyOf<typeof merchantGates>, ErrorCode>> {
  const found = await atDoors(context, ports, query)
  if (!found.ok) return found
  const { limits, events, others } = found.value
  const venueIds = [...new Set(events.map(({ venueId }) => venueId))]
  const gates = await readGates(context, staffOf(context), venueIds)
  const ofEvents = gates.map(({ gateId, name, venueName }) => ({
    source: eventSourceName,
    gateId,
    stop: null,
    name: name[context.locale],
    venue: venueName[context.locale],
  }))
  const ofOthers = others
    .flatMap((one) => doorsOf(context, limits, one))
    .map(({ source, gateId, stop, name, venue }) => ({ source, gateId, stop, name, venue }))
  // Screenings of one house have the same gates.
  const once = new Map(
    ofOthers.map((door) => [
      [door.source, door.gateId, query.eventId && door.stop, door.name, door.venue].join('|'),
      query.eventId === undefined && door.gateId === null ? { ...door, stop: null } : door,
    ]),
  )
  return ok({ items: [...ofEvents, ...once.values()] })
}

export async function listGateTypes(
  context: Context,
  ports: EntrancePorts,
  query: OfEvent,
): Promise<Result<ReplyOf<typeof merchantGatesTicketTypes>, ErrorCode>> {
  const found = await atDoors(context, ports, query)
  if (!found.ok) return found
  const { limits, events, others } = found.value
  const { locale } = context
  const ofEvents = (await readGateTypes(context, staffOf(context), events)).map(
    ({ eventId, gate, ticketTypes }) => ({
      source: eventSourceName,
      eventId,
      gateId: gate.gateId,
      stop: null,
      name: gate.name[locale],
      ticketTypes: ticketTypes.map(({ ticketTypeId, name }) => ({
        ticketTypeId,
        name: name[locale],
      })),
    }),
  )
  const ofOthers = others
    .flatMap((one) => doorsOf(context, limits, one))
    .map(({ venue: _venue, ticketTypes, ...door }) => ({ ...door, ticketTypes: [...ticketTypes] }))
  return ok({ items: [...ofEvents, ...ofOthers] })
}
