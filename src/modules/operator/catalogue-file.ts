import { z } from 'zod'

/** The platform's own programme format, written by the export and read by the import. */

const key = z
  .string()
  .min(1)
  .max(120)
  .describe('Your identifier; the same key refers to the same entity in later files')
const both = z
  .object({ ka: z.string().max(20_000).optional(), en: z.string().max(20_000).optional() })
  .describe('In Georgian and English; one of them may be left out')
const moment = z
  .string()
  .max(40)
  .describe(
    'ISO 8601 with a time zone, `2027-03-05T20:00:00+04:00`; otherwise local time of the venue',
  )

const performer = z.object({ name: both, role: both.optional() })

const show = z.object({
  key,
  name: both.optional(),
  slug: z
    .string()
    .max(80)
    .optional()
    .describe('Last part of the URL; derived from the name by default'),
  subcategory: z.string().max(80).optional().describe('Slug of a subcategory of the shop'),
  organiser: z.string().max(80).optional().describe('Slug of a merchant of the shop'),
  summary: both.optional(),
  description: both.optional(),
  performers: z.array(performer).max(100).optional(),
  ageLimit: z.int().min(0).max(21).optional(),
  durationMinutes: z.int().min(1).max(1_440).optional(),
  status: z
    .enum(['Active', 'Inactive', 'Stopped', 'Deleted'])
    .optional()
    .describe('A deleted show has no page any more and cannot be changed again'),
  type: z.enum(['Show', 'GroupShow', 'Offer', 'OfferPackage']).optional(),
  access: z
    .enum(['Default', 'Private', 'AccessCode'])
    .optional()
    .describe('A private show without a key receives one'),
})

const price = z.object({
  key: key.describe('Your identifier of the ticket type, unique within its event'),
  name: both.optional(),
  zone: z.string().max(40).optional().describe('Zone of the seat map; omit without a seat map'),
  capacity: z
    .int()
    .min(1)
    .max(200_000)
    .optional()
    .describe('Number of tickets, if there is no seat map'),
  price: z.number().min(0).max(100_000).describe('Face price in lari, at most two decimals'),
  currency: z.literal('GEL').optional(),
})

const event = z.object({
  key,
  show: key,
  venue: z.string().max(120).optional().describe('Slug or name of a venue of the shop'),
  layout: z
    .string()
    .max(120)
    .optional()
    .describe('Key or digest of a seat map of the venue; omit for unnumbered places'),
  startsAt: moment.optional(),
  doorsAt: moment.optional(),
  endsAt: moment.optional(),
  salesOpenAt: moment.optional(),
  salesCloseAt: moment.optional(),
  perOrderMax: z.int().min(1).max(1_000).optional(),
  status: z.enum(['Active', 'Inactive', 'Stopped']).optional(),
  prices: z.array(price).max(200).optional(),
})

export const catalogueFileSchema = z.object({
  format: z.literal('bileti-catalogue'),
  version: z.literal(1),
  source: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,60}$/)
    .optional()
    .describe('Namespace of the keys'),
  shows: z.array(show).max(20_000).optional(),
  events: z.array(event).max(30_000).optional(),
})

export type CatalogueFile = z.infer<typeof catalogueFileSchema>
