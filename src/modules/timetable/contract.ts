import { z } from 'zod'
import { defineCall } from '#contract/call.ts'

/** The timetable of all sold departures as a GTFS feed, for journey planners and other shops. */
export const timetableFeed = defineCall({
  id: 'own-timetable-feed',
  area: 'own',
  method: 'GET',
  path: '/v2/timetable/gtfs.zip',
  summary: 'All carriers, stops, trips and fares as a GTFS Schedule feed.',
  credential: 'api-key',
  reply: z.unknown(),
  produces: 'application/zip',
  errors: [],
})
