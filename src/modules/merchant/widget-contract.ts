/** The widget: tickets of an organiser sold on the organiser's own sites. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant, text, uuid } from '#contract/fields.ts'

const slug = text(200, 1)
const widgetView = z.object({
  /** Sites that may show the widget. */
  origins: z.array(z.object({ origin: z.string(), addedAt: instant })),
  /** Shows of the organiser that everybody may see, by name. */
  shows: z.array(z.object({ slug: z.string(), name: z.string() })),
})
export type WidgetView = z.output<typeof widgetView>

const shared = { area: 'own', credential: 'merchant', staffPermission: 'shows' } as const

export const readWidget = defineCall({
  ...shared,
  id: 'own-merchant-widget',
  method: 'GET',
  path: '/v2/merchantusers/widget',
  summary: 'Sites on which the organiser sells by the widget, and what can be sold there',
  reply: widgetView,
})

export const addWidgetOrigin = defineCall({
  ...shared,
  id: 'own-merchant-widget-origin-add',
  method: 'POST',
  path: '/v2/merchantusers/widget/origins',
  summary: 'Lets a site show the widget: its scheme, host and port',
  isForm: true,
  required: ['body'],
  body: z.object({ origin: text(300, 1) }),
  reply: widgetView,
  errors: ['WidgetOriginNotAllowed', 'TooManyWidgetOrigins'],
})

export const removeWidgetOrigin = defineCall({
  ...shared,
  id: 'own-merchant-widget-origin-remove',
  method: 'POST',
  path: '/v2/merchantusers/widget/origins/remove',
  summary: 'A site shows the widget no longer; orders that were begun there can still be paid',
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
  summary: 'What the frame of a show’s widget needs: its name and the sites that it may stand on',
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

export const noteWidgetPage = defineCall({
  id: 'own-widget-page-note',
  area: 'own',
  method: 'POST',
  path: '/v2/widget/page',
  summary:
    'Notes the organiser’s page on which the caller’s order is bought: payment leads back to it',
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
    'The organiser’s page on which an order was bought, with what shows the widget its result; null for others',
  credential: 'api-key',
  required: ['orderKey'],
  query: z.object({ orderKey: uuid }),
  reply: z.object({ page: z.string().nullable() }),
})
