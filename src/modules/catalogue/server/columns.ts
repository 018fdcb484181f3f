/** The columns that the catalogue reads of its tables (decision 136). */
import type { DB } from '#platform/database/types.ts'

export const categoryColumns = [
  'colour',
  'id',
  'kind',
  'name',
  'position',
  'slug',
  'status',
  'version',
] as const satisfies readonly (keyof DB['category'])[]

export const subcategoryColumns = [
  'category_id',
  'id',
  'name',
  'position',
  'slug',
] as const satisfies readonly (keyof DB['subcategory'])[]

export const venueColumns = [
  'accessibility',
  'address',
  'capacity',
  'city',
  'id',
  'kind',
  'latitude',
  'longitude',
  'name',
  'slug',
  'time_zone',
] as const satisfies readonly (keyof DB['venue'])[]

export const feeRuleColumns = [
  'basis_points',
  'event_id',
  'fixed_minor',
  'id',
  'name',
  'show_id',
] as const satisfies readonly (keyof DB['fee_rule'])[]

export const questionColumns = [
  'id',
  'version',
  'question',
  'answer',
  'position',
] as const satisfies readonly (keyof DB['faq_entry'])[]

export const imageColumns = [
  'show_id',
  'kind',
  'path',
  'width',
  'height',
] as const satisfies readonly (keyof DB['show_image'])[]

export const ticketTypeColumns = [
  'channels',
  'currency',
  'event_id',
  'id',
  'merchant_id',
  'name',
  'per_order_max',
  'pool_id',
  'position',
  'price_minor',
  'status',
  'zone',
] as const satisfies readonly (keyof DB['ticket_type'])[]

/** Of a show in lists; its long texts are read by themselves. */
export const showColumns = [
  'id',
  'slug',
  'subcategory_id',
  'merchant_id',
  'type',
  'status',
  'access',
  'name',
  'performers',
  'age_limit',
  'duration_minutes',
  'is_pinned',
  'is_main_banner',
  'short_url',
  'preview_key',
  'colour',
  'trailer_url',
  'theme',
  'popularity',
  'rating_sum',
  'rating_count',
  'published_at',
] as const satisfies readonly (keyof DB['show'])[]
