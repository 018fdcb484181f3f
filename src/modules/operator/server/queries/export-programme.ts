import { readDirectory, readProgramme } from '#modules/catalogue/server/public-api.ts'
import { readUse } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { CatalogueFile } from '../../catalogue-file.ts'
import { showAccessName, showTypeName, statusName } from '../import/plan-shows.ts'
import { ownSource } from '../import/snapshot.ts'

/** The whole programme with the platform's own keys; importing it changes nothing. */
export async function exportProgramme(context: Context): Promise<CatalogueFile> {
  const { shows, events, ticketTypes } = await readProgramme(context)
  const { venues, subcategories, merchants, layouts } = await readDirectory(context)
  const use = await readUse(
    context,
    events.map((event) => event.offeringId),
  )
  const slugOf = new Map(shows.map((show) => [show.id, show.slug]))
  const slugIn = (list: readonly { id: number; slug: string }[], id: number) =>
    list.find((entry) => entry.id === id)?.slug ?? ''
  const typesOf = Map.groupBy(
    ticketTypes.filter((type) => type.isActive),
    (type) => type.eventId,
  )
  return {
    format: 'bileti-catalogue',
    version: 1,
    source: ownSource,
    shows: shows.map((show) => ({
      key: show.slug,
      name: show.name,
      slug: show.slug,
      subcategory: slugIn(subcategories, show.subcategoryId),
      organiser: slugIn(merchants, show.merchantId),
      summary: show.summary,
      description: show.description,
      performers: [...show.performers],
      ageLimit: show.ageLimit,
      ...(show.durationMinutes === null ? {} : { durationMinutes: show.durationMinutes }),
      status: fileStatus(show.status),
      type: showTypeName(show.type),
      access: showAccessName(show.access),
    })),
    events: events.flatMap((event) => {
      const show = slugOf.get(event.showId)
      const layout = layouts.find((entry) => entry.id === event.layoutId)
      if (show === undefined) return []
      return [
        {
          key: `event-${event.id}`,
          show,
          venue: slugIn(venues, event.venueId),
          ...(layout ? { layout: layout.digest } : {}),
          startsAt: event.startsAt.toISOString(),
          ...optional('doorsAt', event.doorsAt),
          ...optional('endsAt', event.endsAt),
          ...optional('salesOpenAt', event.salesOpenAt),
          ...optional('salesCloseAt', event.salesCloseAt),
          perOrderMax: event.placesPerOrderMax,
          status: fileStatus(event.status),
          prices: (typesOf.get(event.id) ?? []).map((type) => {
            const pool = use
              .get(event.offeringId)
              ?.pools.find(({ poolId }) => poolId === type.poolId)
            return {
              key: `type-${type.id}`,
              name: type.name,
              ...(type.zone === null ? {} : { zone: type.zone }),
              ...(layout || !pool ? {} : { capacity: pool.capacity }),
              price: type.priceMinor / 100,
            }
          }),
        },
      ]
    }),
  }
}

function fileStatus(status: number): 'Active' | 'Inactive' | 'Stopped' {
  const name = statusName(status)
  return name === 'Active' || name === 'Stopped' ? name : 'Inactive'
}

function optional<Name extends string>(
  name: Name,
  value: Date | null,
): Partial<Record<Name, string>> {
  return value === null ? {} : ({ [name]: value.toISOString() } as Record<Name, string>)
}
