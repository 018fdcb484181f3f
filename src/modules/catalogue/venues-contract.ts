/** Apart from the other calls of the catalogue: only the page of venues needs it. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { venue } from './shapes.ts'

export const ownVenues = defineCall({
  id: 'own-venues',
  area: 'own',
  method: 'GET',
  path: '/v2/venues',
  summary: 'Every venue, by city and name, with how much is on in each',
  credential: 'api-key',
  reply: z.object({ items: z.array(venue) }),
  cacheSeconds: 60,
})
