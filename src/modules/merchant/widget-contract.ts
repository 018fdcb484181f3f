/** The widget: an organiser's tickets sold on the organiser's own sites. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, text, uuid } from '#contract/fields.ts'

const slug = text(200, 1)
const widgetView = z.object({
  /** Sites that may embed the widget. */
  origins: z.array(z.object({ origin: z.string(), addedAt: instant })),
  /** The organiser's public shows, by name. */
  shows: z.array(z.object({ slug: z.string(), name: z.string() })),
})
export type WidgetView = z.output<typeof widgetView>

const shared = { area: 'own', credential: 'merchant', staffPermission: 'shows' } as const

export const readWidget = defineCall({
  ...shared,
  id: 'own-merchant-widget',
  method: 'GET',
  path: '/v2/merchantusers/widget',
  summary: 'Sites that may embed the organiser’s widget, and the shows that can be sold there',
  reply: widgetView,
})

export const addWidgetOrigin = defineCall({
  ...shared,
  id: 'own-merchant-widget-origin-add',
  method: 'POST',
  path: '/v2/merchantusers/widget/origins',
  summary: 'Allows a site, given by scheme, host and port, to embed the widget',
  isForm: true,
  required: ['body'],
  body: z.object({ origin: text(300, 1) }),
  reply: widgetView,
  errors: ['WidgetOriginNotAllowed', 'TooManyWidgetOrigins'],
  limit: 'flood',
  // All owners are told.
  cost: 'message',
})

export const removeWidgetOrigin = defineCall({
  ...shared,
  id: 'own-merchant-widget-origin-remove',
  method: 'POST',
  path: '/v2/merchantusers/widget/origins/remove',
  summary: 'Disallows a site to embed the widget; orders started there can still be paid',
  required: ['body'],
  body: z.object({ origin: text(300, 1) }),
  reply: widgetView,
  errors: ['NotFound'],
})

export const widgetFrame = defineCall({
  id: 'own-widget-frame',
  area: 'own',
  method: 'GET',
  path: '/v2/widget',
  summary: 'Data of a show’s widget: its name and the sites that may embed it',
  credential: 'api-key',
  required: ['slug'],
  query: z.object({ slug }),
  reply: z.object({
    slug: z.string(),
    name: z.string(),
    merchantName: z.string(),
    origins: z.array(z.string()),
  }),
  errors: ['NotFound'],
})

export const recordWidgetPage = defineCall({
  id: 'own-widget-page-note',
  area: 'own',
  method: 'POST',
  path: '/v2/widget/page',
  summary:
    'Records the organiser’s page on which the caller’s order is bought, where the buyer returns after payment',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ orderKey: uuid, slug, page: z.string().min(1).max(2_000) }),
  reply: z.object({ isNoted: z.literal(true) }),
  errors: ['OrderNotFound', 'WidgetPageNotAllowed'],
})

export const widgetPage = defineCall({
  id: 'own-widget-page',
  area: 'own',
  method: 'GET',
  path: '/v2/widget/page',
  summary:
    'The organiser’s page on which an order was bought, with a fragment by which the widget shows its result; null for other orders',
  credential: 'api-key',
  required: ['orderKey'],
  query: z.object({ orderKey: uuid }),
  reply: z.object({ page: z.string().nullable() }),
})
