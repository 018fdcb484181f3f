/** Page views of shows. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier } from '#contract/fields.ts'

export const sendViewContentEvent = defineCall({
  id: 'queue-send-view-content-event',
  area: 'queue',
  method: 'POST',
  path: '/v2/shows/{showId}/SendViewContentEvent',
  summary: 'A browser tells that it shows the page of a show; only the number is kept, by day',
  credential: 'api-key',
  params: z.object({ showId: identifier }),
  reply: z.object({ isCounted: z.boolean() }),
  limit: 'read',
})

export const showViews = defineCall({
  id: 'own-operator-show-views',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/shows/{showId}/views',
  summary: 'Views of a show’s pages on each of the last thirty days, the oldest first',
  credential: 'operator',
  params: z.object({ showId: identifier }),
  reply: z.object({ days: z.array(z.object({ day: z.iso.date(), count: z.number().int() })) }),
})
