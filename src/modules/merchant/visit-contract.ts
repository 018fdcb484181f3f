/** Where visitors who buy come from, as far as they allow it to be known. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { text, uuid } from '#contract/fields.ts'

export const noteVisit = defineCall({
  id: 'own-order-visit',
  area: 'own',
  method: 'POST',
  path: '/v2/orders/visit',
  summary:
    'Notes the campaign or the site by which the visitor of an open order has come; pages ask it by consent alone, and the first answer counts',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    orderKey: uuid,
    utmSource: text(80).optional(),
    utmCampaign: text(80).optional(),
    /** Host of the page that led here. */
    referrer: text(120).optional(),
  }),
  reply: z.object({ isNoted: z.boolean() }),
  errors: ['OrderNotFound'],
})
