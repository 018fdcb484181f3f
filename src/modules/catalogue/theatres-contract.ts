/** Apart from the other calls of the catalogue: only the page of theatres needs it. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { venue } from './shapes.ts'

export const venuesTheatre = defineCall({
  id: 'venues-theatre',
  area: 'venues',
  method: 'GET',
  path: '/v2/Venues/Theatre',
  summary: 'Theatres and opera houses, with how much is on in each',
  credential: 'api-key',
  reply: z.object({ items: z.array(venue) }),
  cacheSeconds: 60,
})
