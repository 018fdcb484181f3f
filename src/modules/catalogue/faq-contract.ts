/** Apart from the other calls of the catalogue: only the page of questions needs it. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { faqEntry } from './shapes.ts'

export const presentationFaq = defineCall({
  id: 'presentation-faq',
  area: 'presentation',
  method: 'GET',
  path: '/v2/presentation/faq',
  summary: 'Frequent questions with their answers',
  credential: 'api-key',
  reply: z.object({ items: z.array(faqEntry) }),
  cacheSeconds: 60,
})
