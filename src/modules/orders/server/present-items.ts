import type { Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { unbrokenName } from '#kernel/unbroken.ts'
import type { OrderedItemView, SoldItemView } from '../item-contract.ts'
import {
  itemKey,
  soldItemOf,
  type FlightSegment,
  type ItemDescription,
  type ItemDescriptions,
  type JourneyStop,
  type SoldItem,
} from './item.ts'
import { countTickets, type Order, type OrderLine } from './order.ts'

/** A sold item in one language. */
export function presentItem(
  item: SoldItem,
  description: ItemDescription,
  locale: Locale,
): SoldItemView {
  return {
    source: item.source,
    itemId: item.itemId,
    legFrom: item.legFrom,
    legTo: item.legTo,
    name: description.name[locale],
    venue: description.venue[locale],
    where: whereOf(description, locale),
    startsAt: description.startsAt.toISOString(),
    timeZone: description.timeZone,
    endsAt: description.endsAt?.toISOString() ?? null,
    endTimeZone: description.endTimeZone,
    imageUrl: description.imageUrl,
    colour: description.colour ?? null,
    category: description.category,
    pagePath: description.pagePath,
    placesPath: description.placesPath ?? description.pagePath,
    about: aboutOf(description, locale),
  }
}

function whereOf(description: ItemDescription, locale: Locale): string | null {
  const { kind, venue } = description
  if (kind === 'pass') return null
  return kind === 'journey'
    ? [venue, description.to.name].map((name) => unbrokenName(name[locale])).join(' → ')
    : venue[locale]
}

function aboutOf(description: ItemDescription, locale: Locale): SoldItemView['about'] {
  switch (description.kind) {
    case 'event':
      return { kind: 'event' }
    case 'screening':
      return {
        kind: 'screening',
        hall: description.hall[locale],
        format: description.format,
        language: description.language,
      }
    case 'journey':
      return {
        kind: 'journey',
        from: stopOf(description.from, locale),
        to: stopOf(description.to, locale),
        carrier: description.carrier[locale],
        vehicle: description.vehicle[locale],
        travelClass: description.travelClass?.[locale] ?? null,
        isCancelled: description.isCancelled ?? false,
      }
    case 'flight':
      return {
        kind: 'flight',
        segments: description.segments.map((segment) => segmentOf(segment, locale)),
      }
    case 'pass':
      return {
        kind: 'pass',
        validFrom: description.validFrom.toISOString(),
        validUntil: description.validUntil.toISOString(),
        uses: description.uses,
      }
  }
}

function stopOf(stop: JourneyStop, locale: Locale) {
  const { name, at, timeZone, code, scheduledAt, platform, plannedPlatform } = stop
  return {
    name: name[locale],
    at: at.toISOString(),
    timeZone,
    code,
    scheduledAt: scheduledAt?.toISOString() ?? null,
    platform: platform ?? null,
    plannedPlatform: plannedPlatform ?? null,
  }
}

function segmentOf(segment: FlightSegment, locale: Locale) {
  return {
    from: stopOf(segment.from, locale),
    to: stopOf(segment.to, locale),
    carrier: segment.carrier[locale],
    flightNumber: segment.flightNumber,
    cabin: segment.cabin?.[locale] ?? null,
  }
}

/** The items of an order with their shares, in the order of the lines; items without a description are left out. */
export function presentItems(
  order: Pick<Order, 'lines' | 'currency'>,
  descriptions: ItemDescriptions,
  locale: Locale,
): OrderedItemView[] {
  const groups = new Map<string, { item: SoldItem; lines: OrderLine[] }>()
  for (const line of order.lines) {
    const item = soldItemOf(line)
    if (!item) continue
    const key = itemKey(item)
    const group = groups.get(key) ?? { item, lines: [] }
    groups.set(key, group)
    group.lines.push(line)
  }
  return [...groups].flatMap(([key, { item, lines }]) => {
    const description = descriptions.get(key)
    const tickets = lines.filter(({ kind }) => kind === 'Ticket')
    if (!description || tickets.length === 0) return []
    const amountMinor = lines.reduce((sum, line) => sum + line.amountMinor, 0)
    return [
      {
        ...presentItem(item, description, locale),
        ...countTickets(tickets),
        amount: money(amountMinor, order.currency),
        lineIds: lines.map(({ id }) => id),
      },
    ]
  })
}
