/** Tracking pixels of advertisers: requested by pages, maintained by operators. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, text } from '#contract/fields.ts'

/** The specification's type `None` counts nothing and is therefore left out. */
export const trackingPixelTypes = [
  'FbPixelGeneral',
  'FbPixelViewContent',
  'FbPixelPurchase',
  'GoogleAdPageView',
  'GoogleAdPurchase',
] as const

const pixel = z.object({
  type: z.enum(trackingPixelTypes),
  code: z.string(),
  /** Requested for this show only; null for all pages. */
  showId: z.number().int().nullable(),
})
export type TrackingPixel = z.output<typeof pixel>

export const ownTrackingPixels = defineCall({
  id: 'own-tracking-pixels',
  area: 'own',
  method: 'GET',
  path: '/v2/tracking-pixels',
  summary: 'Tracking pixels by type, for visitors who consent to advertising',
  credential: 'api-key',
  reply: z.object({ items: z.array(pixel) }),
  cacheSeconds: 60,
})

const pixelView = pixel.extend({
  pixelId: z.number().int(),
  isActive: z.boolean(),
  note: z.string(),
  showName: z.string().nullable(),
})
export type PixelView = z.output<typeof pixelView>

export const operatorPixels = defineCall({
  id: 'own-operator-pixels',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/pixels',
  summary: 'All tracking pixels, also disabled ones.',
  credential: 'operator',
  reply: z.object({ items: z.array(pixelView) }),
})

export const operatorPixelSave = defineCall({
  id: 'own-operator-pixel-save',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/pixels',
  summary: 'Updates a tracking pixel, or creates one without an id.',
  credential: 'operator',
  body: z.object({
    pixelId: identifier.optional(),
    type: z.enum(trackingPixelTypes),
    code: z.string().regex(/^[A-Za-z0-9_-]{1,40}(\/[A-Za-z0-9_-]{1,60})?$/),
    showId: identifier.nullable().default(null),
    isActive: flag.default(true),
    note: text(200).default(''),
  }),
  required: ['body', 'authorization'],
  reply: z.object({ pixelId: z.number().int() }),
  errors: ['NotFound'],
  isForm: true,
})
