/**
 * What may be ruled, kind by kind: the shape of a rule's settings, shared by the server, which enforces them, and by
 * the pages, which show them. Rules come from the platform's operators; nothing here is secret except access codes.
 */
import { z } from 'zod'
import { text } from '#contract/fields.ts'
import { placeIdMax } from '#kernel/legs.ts'
import { bareCode } from '#kernel/typed-code.ts'
import { partsOfTemplate, placeParts } from '#kernel/place-naming.ts'

const bothLanguages = z.strictObject({ ka: text(120, 1), en: text(120, 1) })
const ids = z.array(z.number().int().min(1).max(2_147_483_647)).max(2_000)

/** Weekdays, 1 Monday to 7 Sunday, by the clock of the venue, whose dates are neither shown nor sold. */
const hiddenWeekdays = z.strictObject({
  weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7),
})

/** What an access code reserves for its holders: everything, or ticket types and places by zone, section or id. */
const accessCode = z
  .strictObject({
    keeps: z.enum(['everything', 'parts']),
    ticketTypeIds: ids.optional(),
    zones: z.array(text(40, 1)).max(100).optional(),
    sectionIds: ids.optional(),
    placeIds: z.array(z.number().int().min(1).max(placeIdMax)).max(20_000).optional(),
  })
  .superRefine((settings, issues) => {
    const { keeps, ticketTypeIds, zones, sectionIds, placeIds } = settings
    const named = [ticketTypeIds, zones, sectionIds, placeIds].some((part) => part?.length)
    if (keeps === 'parts' && !named)
      issues.addIssue({ code: 'custom', path: ['keeps'], message: 'Name the parts that are kept' })
  })

/** Limits between ticket types of one order. */
const ticketTypeGroups = z
  .strictObject({
    /** At most one ticket of each type of the event. */
    isOneEach: z.boolean(),
    /** Of the types of one group, an order may hold only one sort. */
    exclusive: z.array(ids.min(2)).max(20),
  })
  .superRefine((settings, issues) => {
    if (!settings.isOneEach && settings.exclusive.length === 0)
      issues.addIssue({ code: 'custom', path: ['exclusive'], message: 'This rules nothing' })
  })

const airport = z.string().regex(/^[A-Z]{3}$/)

/** Sold elsewhere: the page leads on to another show of ours, or to an address of somebody else's. */
const transit = z
  .strictObject({
    label: bothLanguages,
    showSlug: z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/)
      .optional(),
    url: z
      .url({ protocol: /^https$/, hostname: z.regexes.domain })
      .max(500)
      .refine((url) => {
        const parsed = URL.parse(url)
        return parsed !== null && parsed.username === '' && parsed.password === ''
      }, 'An address without a name and a password')
      .optional(),
  })
  .superRefine((settings, issues) => {
    if ((settings.showSlug === undefined) === (settings.url === undefined))
      issues.addIssue({ code: 'custom', path: ['url'], message: 'Either a show or an address' })
  })

/** A link from the page of a date to flights there; the day before is searched for. */
const flightPromotion = z.strictObject({
  label: bothLanguages,
  fromAirport: airport,
  toAirport: airport,
})

const noun = z.strictObject({ ka: text(40, 1), en: text(40, 1) }).optional()

/** What a place is called; a template may ask for `{section}`, `{row}`, `{seat}` and `{table}`. */
const placeNaming = z
  .strictObject({
    section: noun,
    row: noun,
    seat: noun,
    table: noun,
    ticketType: noun,
    entrance: bothLanguages.optional(),
    place: bothLanguages.optional(),
  })
  .superRefine((settings, issues) => {
    const { place } = settings
    if (Object.values(settings).every((words) => words === undefined))
      issues.addIssue({ code: 'custom', path: ['place'], message: 'This rules nothing' })
    if (!place) return
    const known: readonly string[] = placeParts
    for (const language of ['ka', 'en'] as const) {
      const parts = partsOfTemplate(place[language])
      if (parts.length > 0 && parts.every((part) => known.includes(part))) continue
      const message = 'At least one of {section}, {row}, {seat}, {table}, and no other'
      issues.addIssue({ code: 'custom', path: ['place', language], message })
    }
    const [inKa, inEn] = [place.ka, place.en].map((words) => partsOfTemplate(words).toSorted())
    if (String(inKa) !== String(inEn))
      issues.addIssue({ code: 'custom', path: ['place'], message: 'Both languages ask alike' })
  })

export const extraKinds = [
  'text',
  'latin',
  'personalNumber',
  'passport',
  'date',
  'phone',
  'select',
] as const

/** One field that a buyer fills in at checkout. */
const extraField = z
  .strictObject({
    key: z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/),
    /** Once for each ticket, or once for the order. */
    per: z.enum(['ticket', 'order']),
    kind: z.enum(extraKinds),
    label: z.strictObject({ ka: text(80, 1), en: text(80, 1) }),
    isRequired: z.boolean(),
    /** Printed on the ticket. */
    isOnTicket: z.boolean(),
    options: z
      .array(
        z.strictObject({ value: z.string().regex(/^[a-zA-Z0-9-]{1,40}$/), label: bothLanguages }),
      )
      .min(1)
      .max(40)
      .optional(),
    /** Until how many hours before the beginning an answer may be changed after buying; 24 when absent. */
    changeHoursBefore: z.number().int().min(0).max(8_760).optional(),
    /** The browser's word for it, so that it can be filled in. */
    autoComplete: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,40}$/)
      .optional(),
  })
  .superRefine((field, issues) => {
    if ((field.kind === 'select') !== (field.options !== undefined))
      issues.addIssue({ code: 'custom', path: ['options'], message: 'A select has options' })
  })

/** Documents and delivery: what an order for this offering has to bring. */
const extraFields = z
  .strictObject({ fields: z.array(extraField).min(1).max(20) })
  .superRefine(({ fields }, issues) => {
    const keys = fields.map(({ per, key }) => `${per} ${key}`)
    if (new Set(keys).size < keys.length)
      issues.addIssue({ code: 'custom', path: ['fields'], message: 'A key is there twice' })
  })

/** What a buyer proves before paying: a phone by a code, a person by their number, and how much one person may buy. */
const buyerChecks = z
  .strictObject({
    phone: z.boolean(),
    ticketsPerPersonMax: z.number().int().min(1).max(1_000).optional(),
  })
  .superRefine(({ phone, ticketsPerPersonMax }, issues) => {
    if (!phone && ticketsPerPersonMax === undefined)
      issues.addIssue({ code: 'custom', path: ['phone'], message: 'This rules nothing' })
  })
/** What becomes of the place of a ticket that is given back to the organiser for nothing. */
const givenTickets = z.strictObject({ areSoldAgain: z.boolean() })
/** Codes on tickets change every quarter of a minute: a picture of one opens nothing. */
const rotatingCodes = z.strictObject({ isOn: z.boolean() })

/** Every kind of rule with the schema of its settings. */
export const ruleSettings = {
  'hidden-weekdays': hiddenWeekdays,
  'access-code': accessCode,
  'ticket-type-groups': ticketTypeGroups,
  transit,
  'custom-ticket-naming': placeNaming,
  'extra-fields': extraFields,
  'buyer-checks': buyerChecks,
  'given-tickets': givenTickets,
  'rotating-codes': rotatingCodes,
  'flight-promotion': flightPromotion,
} as const

export type RuleKind = keyof typeof ruleSettings
export type ExtraField = z.output<typeof extraField>
/** All that rules require of a buyer; null where one person may buy any number. */
export interface BuyerChecks {
  readonly phone: boolean
  readonly ticketsPerPersonMax: number | null
}
export type ExtraKind = ExtraField['kind']
export const ruleKinds = Object.keys(ruleSettings) as [RuleKind, ...RuleKind[]]
export type SettingsOf<Kind extends RuleKind> = z.output<(typeof ruleSettings)[Kind]>

/** Codes are compared without case, blanks, hyphens and quotation marks around them, so that they can be read out and typed. */
export function normalizeAccessCode(code: string): string {
  return bareCode(code).toUpperCase()
}
