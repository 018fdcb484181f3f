import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { text } from '#contract/fields.ts'

/** The timetable of all sold departures as a GTFS feed, for journey planners and other shops. */
export const timetableFeed = defineCall({
  id: 'own-timetable-feed',
  area: 'own',
  method: 'GET',
  path: '/v2/timetable/gtfs.zip',
  summary:
    'The carriers of a time zone with their stops, trips and fares as a GTFS Schedule feed. A feed has one time zone: that of Georgia, unless another one is named',
  query: z.object({ timeZone: text(60, 1).optional() }),
  credential: 'api-key',
  reply: z.unknown(),
  produces: 'application/zip',
  errors: ['NotFound'],
})
