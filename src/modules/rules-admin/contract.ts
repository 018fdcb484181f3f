/** The operator's calls for sale rules, access codes and queues before shows. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, isoDate, text, wholeNumber } from '#contract/fields.ts'
import { ruleKinds } from '#modules/sale-rules/contract.ts'

/** Subject of a rule, code or queue; `name` in the language of the request. */
const about = z.object({
  showId: z.number().int().nullable(),
  eventId: z.number().int().nullable(),
  categoryId: z.number().int().nullable(),
  /** Name of another offer source than that of shows, with a group of its items or one item. */
  source: z.string().nullable(),
  groupId: z.number().int().nullable(),
  itemId: z.number().int().nullable(),
  name: z.string(),
})

const window = { validFrom: instant.nullable(), validUntil: instant.nullable() }

export const ruleView = z.object({
  ruleId: z.number().int(),
  kind: z.string(),
  about,
  settings: z.unknown(),
  /** Whether the settings match the schema of their kind; otherwise the rule has no effect. */
  isFitting: z.boolean(),
  isActive: z.boolean(),
  ...window,
  note: z.string(),
  updatedAt: instant,
})
export type RuleView = z.output<typeof ruleView>

export const codeView = z.object({
  codeId: z.number().int(),
  code: z.string(),
  about,
  ticketTypeIds: z.array(z.number().int()).nullable(),
  zones: z.array(z.string()).nullable(),
  sectionIds: z.array(z.number().int()).nullable(),
  placeIds: z.array(z.number().int()).nullable(),
  isActive: z.boolean(),
  ...window,
  quantity: z.number().int().nullable(),
  perOrderMax: z.number().int().nullable(),
  soldCount: z.number().int(),
  heldCount: z.number().int(),
  /** Sold and held share of the quantity in whole per cent; null without a quantity. */
  usedPercent: z.number().int().nullable(),
  note: z.string(),
})
export type CodeView = z.output<typeof codeView>

export const queueSettingsView = z.object({
  queueId: z.number().int(),
  about,
  isOn: z.boolean(),
  admittedMax: z.number().int(),
  admittedMinutes: z.number().int(),
  idleSeconds: z.number().int(),
  /** Whether joining requires a phone number verified by a code; one token per number. */
  asksPhone: z.boolean(),
  waitingCount: z.number().int(),
  insideCount: z.number().int(),
})
export type QueueSettingsView = z.output<typeof queueSettingsView>

export const readSaleRules = defineCall({
  id: 'own-operator-rulebook',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/rulebook',
  summary:
    'All sale rules, the newest 500 access codes with their use, and all queues before shows.',
  credential: 'operator',
  reply: z.object({
    rules: z.array(ruleView),
    codes: z.array(codeView),
    queues: z.array(queueSettingsView),
    /** Ticket types that rules and codes refer to. */
    ticketTypes: z.array(z.object({ ticketTypeId: z.number().int(), name: z.string() })),
  }),
  required: ['authorization'],
})

/** A ticket type of a show or a date, with its number on each date. */
const ticketTypeChoice = z.object({
  name: z.string(),
  ticketTypeIds: z.array(z.number().int()),
})
export type TicketTypeChoice = z.output<typeof ticketTypeChoice>

export const readTicketTypeChoices = defineCall({
  id: 'own-operator-rulebook-ticket-types',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/rulebook/ticket-types',
  summary: 'Ticket types of a show or a date by name, for rules and codes that name some of them.',
  credential: 'operator',
  query: z.object({ showId: identifier.optional(), eventId: identifier.optional() }),
  reply: z.object({ types: z.array(ticketTypeChoice) }),
  required: ['authorization'],
})

const moment = isoDate.optional()
const subject = {
  showId: identifier.optional(),
  eventId: identifier.optional(),
  source: text(40, 1).optional(),
  groupId: identifier.optional(),
  itemId: identifier.optional(),
}
const saved = z.object({ id: z.number().int() })

export const saveRule = defineCall({
  id: 'own-operator-rule-save',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/rulebook/rules',
  summary: 'Creates a sale rule, or updates it with `ruleId`. Takes effect within seconds.',
  credential: 'operator',
  isForm: true,
  body: z.object({
    ruleId: identifier.optional(),
    kind: z.enum(ruleKinds),
    /** Exactly one of show, event, category and source; a source may be narrowed to a group or an item. */
    ...subject,
    categoryId: identifier.optional(),
    /** According to the schema of the kind. */
    settings: z.record(z.string().max(40), z.unknown()),
    isActive: flag,
    validFrom: moment,
    validUntil: moment,
    note: text(500).optional(),
  }),
  reply: saved,
  errors: ['BadRequest', 'NotFound'],
  required: ['body'],
})

const ids = z.array(identifier).max(2_000).optional()

export const saveAccessCode = defineCall({
  id: 'own-operator-access-code-save',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/rulebook/access-codes',
  summary:
    'Creates an access code, or updates it with `codeId`. A quantity below its uses is refused.',
  credential: 'operator',
  isForm: true,
  body: z.object({
    codeId: identifier.optional(),
    /** Generated when absent. */
    code: text(64).optional(),
    /** Exactly one of the subjects. */
    ...subject,
    ticketTypeIds: ids,
    zones: z.array(text(40, 1)).max(100).optional(),
    sectionIds: ids,
    /** Larger sets are reserved by section or zone instead. */
    placeIds: z.array(identifier).max(4_000).optional(),
    isActive: flag,
    validFrom: moment,
    validUntil: moment,
    quantity: wholeNumber(0, 1_000_000).optional(),
    perOrderMax: wholeNumber(1, 1_000).optional(),
    note: text(500).optional(),
  }),
  reply: saved.extend({ code: z.string() }),
  errors: ['BadRequest', 'NotFound', 'AccessCodeTaken', 'UsedAccessCode'],
  required: ['body'],
})
