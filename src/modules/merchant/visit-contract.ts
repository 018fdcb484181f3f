/** Campaigns and sites that buyers came from, recorded with their consent. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { text, uuid } from '#contract/fields.ts'

export const recordVisit = defineCall({
  id: 'own-order-visit',
  area: 'own',
  method: 'POST',
  path: '/v2/orders/visit',
  summary:
    'Records the campaign or the site from which the visitor of an open order came; called only with consent, and only the first value is stored',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    orderKey: uuid,
    utmSource: text(80).optional(),
    utmCampaign: text(80).optional(),
    /** Host of the referring page. */
    referrer: text(120).optional(),
  }),
  reply: z.object({ isNoted: z.boolean() }),
  errors: ['OrderNotFound'],
})
