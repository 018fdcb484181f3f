/** Apart from the other calls of the catalogue: only the page of a venue needs it. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { slug } from './list-calls.ts'
import { venuePage } from './shapes.ts'

export const ownVenuePage = defineCall({
  id: 'own-venue-page',
  area: 'own',
  method: 'GET',
  path: '/v2/venue-page',
  summary: 'A venue by slug: what is on there, its halls, and what it says of accessibility',
  credential: 'api-key',
  query: z.object({ slug }),
  required: ['slug'],
  reply: venuePage,
  errors: ['NotFound'],
  cacheSeconds: 5,
})
