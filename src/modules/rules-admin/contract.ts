/** The operator's calls for special rules, access codes and lines before shows. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, isoDate, text, wholeNumber } from '#contract/fields.ts'
import { ruleKinds } from '#modules/sale-rules/contract.ts'

/** What a row is about; `name` in the language of the request. */
const about = z.object({
  showId: z.number().int().nullable(),
  eventId: z.number().int().nullable(),
  categoryId: z.number().int().nullable(),
  /** Name of an offer source other than that of shows, with a group of its items or one of them. */
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
  /** Whether the settings fit their kind; what does not rules nothing. */
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
  /** Sold and held of the quantity, in whole per cent; null without a quantity. */
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
  /** One place is one phone's, proved by a code. */
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
    'Every special rule, the newest 500 access codes with their use, and every line before a show.',
  credential: 'operator',
  reply: z.object({
    rules: z.array(ruleView),
    codes: z.array(codeView),
    queues: z.array(queueSettingsView),
    /** Names of the ticket types that rules and codes mention. */
    ticketTypes: z.array(z.object({ ticketTypeId: z.number().int(), name: z.string() })),
  }),
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
  summary: 'Writes a special rule; with `ruleId` anew. In force within seconds.',
  credential: 'operator',
  isForm: true,
  body: z.object({
    ruleId: identifier.optional(),
    kind: z.enum(ruleKinds),
    /** One of show, event, category and source; a source may have a group or an item beside it. */
    ...subject,
    categoryId: identifier.optional(),
    /** As the schema of the kind has it. */
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
  summary: 'Writes an access code; with `codeId` anew. A quantity below what is used is refused.',
  credential: 'operator',
  isForm: true,
  body: z.object({
    codeId: identifier.optional(),
    /** Made up when absent. */
    code: text(64).optional(),
    /** One of the two. */
    ...subject,
    ticketTypeIds: ids,
    zones: z.array(text(40, 1)).max(100).optional(),
    sectionIds: ids,
    /** More than these are kept by section or zone. */
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
