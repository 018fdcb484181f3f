/** Mailings of organisers to the ticket holders of their dates, runs and screenings. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, text, wholeNumber } from '#contract/fields.ts'
import { ofLegs } from '#modules/entrance/own-items-contract.ts'

/** `service`: information that holders need. `news`: everything else; recipients can unsubscribe. */
export const mailingKinds = ['service', 'news'] as const
export const mailingStates = ['draft', 'scheduled', 'sending', 'sent'] as const
export const deliveryStates = ['waiting', 'sent', 'failed', 'skipped'] as const
export const skipReasons = ['refused', 'limit', 'no-ticket'] as const

const shared = { area: 'own', credential: 'merchant', staffPermission: 'messages' } as const
const mailingId = identifier
const itemsMax = 100
const bothTexts = z.object({ ka: z.string(), en: z.string() })

const counts = z.object({
  waiting: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
})

const mailingLine = z.object({
  mailingId: z.number().int(),
  kind: z.enum(mailingKinds),
  subject: bothTexts,
  state: z.enum(mailingStates),
  /** When it is or was sent; null for a draft. */
  sendAt: instant.nullable(),
  /** The items whose ticket holders receive it; of a journey only its passengers between these legs. */
  items: z.array(
    z.object({
      source: z.string(),
      itemId: z.number().int(),
      legFrom: z.number().int(),
      legTo: z.number().int(),
      name: z.string(),
      startsAt: instant,
      timeZone: z.string(),
    }),
  ),
  counts,
})
export type MailingLine = z.output<typeof mailingLine>

export const mailingView = mailingLine.extend({
  body: bothTexts,
  /** The rendered message in each language that has recipients. */
  preview: z.array(
    z.object({
      locale: z.enum(['ka', 'en']),
      subject: z.string(),
      paragraphs: z.array(z.string()),
      footer: z.string(),
    }),
  ),
  /** Current number of buyers and other customers with valid tickets; an address that occurs twice gets one message. */
  holderCount: z.number().int(),
})
export type MailingView = z.output<typeof mailingView>

export const listMailings = defineCall({
  ...shared,
  id: 'own-merchant-mailings',
  method: 'GET',
  path: '/v2/merchantusers/messages',
  summary: 'Mailings to ticket holders, newest first, with their delivery counts',
  reply: z.object({ items: z.array(mailingLine) }),
})

export const readMailing = defineCall({
  ...shared,
  id: 'own-merchant-mailing',
  method: 'GET',
  path: '/v2/merchantusers/messages/message',
  summary: 'One mailing with its preview and the number of its recipients',
  required: ['mailingId'],
  query: z.object({ mailingId }),
  reply: mailingView,
  errors: ['NotFound'],
})

export const saveMailing = defineCall({
  ...shared,
  id: 'own-merchant-mailing-save',
  method: 'POST',
  path: '/v2/merchantusers/messages',
  summary: 'Creates a mailing, or changes one that is not scheduled yet; nothing is sent',
  isForm: true,
  required: ['body'],
  body: z
    .object({
      /** Absent for a new mailing. */
      mailingId: mailingId.optional(),
      kind: z.enum(mailingKinds),
      /** Ids of events: the same as `items` of the source `event`. */
      eventIds: z.array(identifier).max(itemsMax).default([]),
      items: z
        .array(z.object({ source: text(40, 1), itemId: identifier, ...ofLegs }))
        .max(itemsMax)
        .default([]),
      subjectKa: text(120, 1),
      bodyKa: text(4_000, 1),
      /** When empty, English readers get the Georgian text. */
      subjectEn: text(120).default(''),
      bodyEn: text(4_000).default(''),
    })
    .refine(({ eventIds, items }) => eventIds.length + items.length > 0, {
      message: 'An item is needed',
      path: ['items'],
    }),
  reply: mailingView,
  errors: ['NotFound', 'MailingOnItsWay', 'TooManyMailings'],
})

export const testMailing = defineCall({
  ...shared,
  id: 'own-merchant-mailing-test',
  cost: 'message',
  method: 'POST',
  path: '/v2/merchantusers/messages/test',
  summary: 'Sends the mailing to the caller only',
  required: ['body'],
  body: z.object({ mailingId }),
  reply: z.object({ sent: z.literal(true) }),
  errors: ['NotFound'],
  limit: 'flood',
})

export const scheduleMailing = defineCall({
  ...shared,
  id: 'own-merchant-mailing-schedule',
  cost: 'message',
  method: 'POST',
  path: '/v2/merchantusers/messages/schedule',
  summary:
    'Schedules a mailing, now or later; at most three a week per item, and one news mailing a week per address',
  required: ['body'],
  body: z.object({
    mailingId,
    /** Now when absent or past. At most 90 days ahead. */
    sendAt: z.iso.datetime({ offset: true }).optional(),
  }),
  reply: mailingView,
  errors: [
    'NotFound',
    'MailingOnItsWay',
    'MailingPlaceholder',
    'MailingLimitReached',
    'MailingDateOver',
    'BadRequest',
  ],
  limit: 'flood',
})

export const cancelMailing = defineCall({
  ...shared,
  id: 'own-merchant-mailing-cancel',
  method: 'POST',
  path: '/v2/merchantusers/messages/cancel',
  summary: 'Cancels a scheduled mailing that is not being sent yet, and makes it a draft again',
  required: ['body'],
  body: z.object({ mailingId }),
  reply: mailingView,
  errors: ['NotFound', 'MailingOnItsWay'],
})

const delivery = z.object({
  orderNumber: z.string(),
  state: z.enum(deliveryStates),
  reason: z.enum(skipReasons).nullable(),
  at: instant,
})
export type DeliveryView = z.output<typeof delivery>

export const listDeliveries = defineCall({
  ...shared,
  id: 'own-merchant-mailing-deliveries',
  method: 'GET',
  path: '/v2/merchantusers/messages/deliveries',
  summary: 'Delivery log of a mailing by order, a hundred at a time, without addresses',
  required: ['mailingId'],
  query: z.object({
    mailingId,
    state: z.enum(deliveryStates).optional(),
    offset: wholeNumber(0, 1_000_000).default(0),
  }),
  reply: z.object({
    items: z.array(delivery),
    /** The next `offset`; null on the last page. */
    next: z.number().int().nullable(),
  }),
  errors: ['NotFound'],
})

const letterKey = z.string().min(1).max(200)
const mailingChoice = z.object({ merchantName: z.string(), hasNews: z.boolean() })

export const readMailingChoice = defineCall({
  id: 'own-mailing-choice-read',
  area: 'own',
  method: 'GET',
  path: '/v2/messages/choice',
  summary: 'Whether an address gets an organiser’s news, by the key in an email; changes nothing',
  credential: 'none',
  required: ['letterKey'],
  query: z.object({ letterKey }),
  reply: mailingChoice,
  errors: ['NotFound'],
  limit: 'guess',
})

export const chooseMailings = defineCall({
  id: 'own-mailing-choice',
  area: 'own',
  method: 'POST',
  path: '/v2/messages/choice',
  summary:
    'Unsubscribes an address from an organiser’s news, or subscribes it again, by the key in an email',
  credential: 'none',
  required: ['body'],
  body: z.object({ letterKey, hasNews: flag }),
  reply: mailingChoice,
  errors: ['NotFound'],
  limit: 'guess',
})
