/** Calls that count entries, by event, region and department. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant } from '#contract/fields.ts'

/** How many days back entrances are counted. */
export const countedDays = 30

const counted = { since: instant, total: z.number().int() }

export const presentationEntranceCount = defineCall({
  id: 'presentation-entrance-count',
  area: 'presentation',
  method: 'GET',
  path: '/v2/presentation/EntranceCount',
  summary: 'How many have gone in at each event of the last thirty days, the newest first',
  credential: 'api-key',
  required: [],
  reply: z.object({
    ...counted,
    items: z.array(
      z.object({
        eventId: z.number().int(),
        name: z.string(),
        venue: z.string(),
        startsAt: instant,
        entranceCount: z.number().int(),
      }),
    ),
  }),
  cacheSeconds: 5,
})

export const presentationDepartmentEntranceCount = defineCall({
  id: 'presentation-department-entrance-count',
  area: 'presentation',
  method: 'GET',
  path: '/v2/presentation/DepartmentEntranceCount',
  summary: 'The same by venue and the part of it that people sat or stood in',
  credential: 'api-key',
  required: [],
  reply: z.object({
    ...counted,
    items: z.array(
      z.object({
        venueId: z.number().int(),
        venue: z.string(),
        /** Null for places without a section. */
        department: z.string().nullable(),
        entranceCount: z.number().int(),
      }),
    ),
  }),
  cacheSeconds: 5,
})

export const presentationRegionEntranceCount = defineCall({
  id: 'presentation-region-entrance-count',
  area: 'presentation',
  method: 'GET',
  path: '/v2/presentation/RegionEntranceCount',
  summary: 'The same by city',
  credential: 'api-key',
  required: [],
  reply: z.object({
    ...counted,
    items: z.array(
      z.object({
        region: z.string(),
        eventCount: z.number().int(),
        entranceCount: z.number().int(),
      }),
    ),
  }),
  cacheSeconds: 5,
})
