/** Apart from the other lists: only the page of what is over needs it. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { wholeNumber } from '#contract/fields.ts'
import { listItem } from './shapes.ts'

export const eventsOlderPassed = defineCall({
  id: 'events-older-passed',
  area: 'events-older',
  method: 'GET',
  path: '/v2/events/passed',
  summary: 'Events that are over, newest first, in pages of 20 counted from 1',
  credential: 'api-key',
  query: z.object({ page: wholeNumber(1, 10_000).default(1) }),
  reply: z.object({
    items: z.array(listItem),
    page: z.number().int(),
    pageSize: z.number().int(),
    totalCount: z.number().int(),
  }),
  cacheSeconds: 60,
})
