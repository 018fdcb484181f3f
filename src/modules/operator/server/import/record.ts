/** The common form of all file formats: records of texts with their position. */

export const recordKinds = ['show', 'event', 'price'] as const
export type RecordKind = (typeof recordKinds)[number]

/** Position of a record for people: the line of a CSV file, the path in a JSON file. */
export interface Place {
  readonly file: string
  readonly at: string
}

/** A problem of one column. Its code has a text in the operator's messages. */
export interface Problem {
  readonly code: ProblemCode
  /** The column, or null for the whole row or file. */
  readonly column: string | null
  readonly values?: Readonly<Record<string, string | number>>
}

export interface RawRecord {
  readonly kind: RecordKind
  readonly fields: Readonly<Partial<Record<Column, string>>>
  readonly place: Place
  /** Problems found by the reader of the format. */
  readonly problems?: readonly Problem[]
}

/** All columns of a file by name, with their Georgian headings. */
export const columns = {
  show: 'შოუ',
  show_name_ka: 'დასახელება',
  show_name_en: 'დასახელება ინგლისურად',
  slug: 'მისამართი',
  subcategory: 'ქვეკატეგორია',
  organiser: 'ორგანიზატორი',
  summary_ka: 'მოკლე აღწერა',
  summary_en: 'მოკლე აღწერა ინგლისურად',
  description_ka: 'აღწერა',
  description_en: 'აღწერა ინგლისურად',
  performers: 'მონაწილეები',
  age_limit: 'ასაკი',
  duration_minutes: 'ხანგრძლივობა',
  show_status: 'შოუს სტატუსი',
  show_type: 'შოუს ტიპი',
  show_access: 'წვდომა',
  event: 'ღონისძიება',
  venue: 'დარბაზი',
  layout: 'დარბაზის გეგმა',
  starts_at: 'დაწყება',
  doors_at: 'კარის გახსნა',
  ends_at: 'დასასრული',
  sales_open_at: 'გაყიდვის დაწყება',
  sales_close_at: 'გაყიდვის დასასრული',
  /** Written for readers of exports; an event has that of its venue. */
  time_zone: 'დროის სარტყელი',
  per_order_max: 'ერთ შეკვეთაში',
  event_status: 'სტატუსი',
  ticket_type: 'ბილეთის ტიპი',
  ticket_name_ka: 'ბილეთის სახელი',
  ticket_name_en: 'ბილეთის სახელი ინგლისურად',
  zone: 'ზონა',
  capacity: 'რაოდენობა',
  price: 'ფასი',
  currency: 'ვალუტა',
} as const
export type Column = keyof typeof columns

/** Columns that describe a show, an event, a price; the first of each is its key. */
export const columnsOfKind: Readonly<Record<RecordKind, readonly Column[]>> = {
  show: [
    'show',
    'show_name_ka',
    'show_name_en',
    'slug',
    'subcategory',
    'organiser',
    'summary_ka',
    'summary_en',
    'description_ka',
    'description_en',
    'performers',
    'age_limit',
    'duration_minutes',
    'show_status',
    'show_type',
    'show_access',
  ],
  event: [
    'event',
    'show',
    'venue',
    'layout',
    'starts_at',
    'doors_at',
    'ends_at',
    'sales_open_at',
    'sales_close_at',
    'per_order_max',
    'event_status',
  ],
  price: [
    'ticket_type',
    'event',
    'ticket_name_ka',
    'ticket_name_en',
    'zone',
    'capacity',
    'price',
    'currency',
  ],
}

export const problemCodes = [
  'file-empty',
  'file-too-large',
  'file-not-utf8',
  'file-unknown',
  'file-broken',
  'too-many-rows',
  'heading-unknown',
  'heading-twice',
  'row-length',
  'missing',
  'too-long',
  'bad-text',
  'bad-key',
  'bad-date',
  'skipped-time',
  'bad-number',
  'bad-price',
  'bad-status',
  'bad-show-status',
  'bad-type',
  'bad-access',
  'show-deleted',
  'bad-currency',
  'bad-slug',
  'unknown-subcategory',
  'unknown-organiser',
  'unknown-venue',
  'unknown-layout',
  'unknown-show',
  'unknown-event',
  'unknown-zone',
  'zone-mixed',
  'zone-twice',
  'zone-without-price',
  'layout-elsewhere',
  'contradiction',
  'event-without-price',
  'in-the-past',
  'ends-before-start',
  'doors-after-start',
  'sales-window',
  'over-capacity',
  'capacity-missing',
  'capacity-of-layout',
  'below-sold',
  'sold-date',
  'sold-layout',
  'sold-time',
  'sold-venue',
  'sold-show',
  'fixed-zone',
  'fixed-organiser',
  'slug-taken',
  'unsupported',
] as const
export type ProblemCode = (typeof problemCodes)[number]
