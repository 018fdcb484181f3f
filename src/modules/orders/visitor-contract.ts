/** The call by which a public page reads its visitor's data. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { currentOrderView } from './current-contract.ts'

export const currentVisitor = defineCall({
  id: 'own-current-visitor',
  area: 'own',
  method: 'GET',
  path: '/v2/visitor',
  summary: 'Who the caller is, and the order they are in the middle of: what every page shows',
  credential: 'guest-or-customer',
  required: [],
  reply: z.object({
    actor: z.enum(['visitor', 'guest', 'customer']),
    /** The customer's name; null when there is none. */
    name: z.string().nullable(),
    order: currentOrderView.nullable(),
    /** Feature switches that are on for them and not on the pages that everybody shares. */
    switches: z.array(z.string()),
  }),
})
