/** Pixels of advertisers: which there are, and how an operator keeps them. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, text } from '#contract/fields.ts'

/** A pixel of the type `None` of the specification counts nothing and is therefore none. */
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
  /** Counts for this show only; null: for all. */
  showId: z.number().int().nullable(),
})
export type TrackingPixel = z.output<typeof pixel>

export const ownTrackingPixels = defineCall({
  id: 'own-tracking-pixels',
  area: 'own',
  method: 'GET',
  path: '/v2/tracking-pixels',
  summary: 'Pixels that pages of visitors who allow advertising ask for, by type',
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
  summary: 'All tracking pixels, those that are off too.',
  credential: 'operator',
  reply: z.object({ items: z.array(pixelView) }),
})

export const operatorPixelSave = defineCall({
  id: 'own-operator-pixel-save',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/pixels',
  summary: 'Changes a tracking pixel, or makes one when no id is given.',
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
