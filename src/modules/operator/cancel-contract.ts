/** Calls for cancelled and rescheduled dates. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, text } from '#contract/fields.ts'

const eventId = z.object({ eventId: identifier })

const eventState = z.object({
  cancelledAt: instant.nullable(),
  movedFrom: instant.nullable(),
  /** End of the period in which holders can get a full refund because it was moved. */
  fullRefundUntil: instant.nullable(),
  /** Number of valid tickets; after a cancellation, those that are not refunded yet. */
  validTickets: z.number().int(),
})
export type EventStateView = z.output<typeof eventState>

export const readEventState = defineCall({
  id: 'own-operator-event-state',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/events/{eventId}/state',
  summary: 'Whether a date takes place, was moved or cancelled, and its number of valid tickets.',
  credential: 'operator',
  params: eventId,
  reply: eventState,
  errors: ['NotFound'],
  required: ['eventId'],
})

export const cancelOfficeEvent = defineCall({
  id: 'own-operator-event-cancel',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/events/{eventId}/cancel',
  summary: 'Cancels a date permanently: its sale ends, all holders get a full refund and an email.',
  credential: 'operator',
  stepUp: { purpose: 'refunds' },
  isForm: true,
  params: eventId,
  body: z.object({ reasonKa: text(400, 1), reasonEn: text(400, 1) }),
  reply: eventState,
  errors: ['NotFound', 'EventNotActive'],
  required: ['eventId', 'body'],
})

export const moveOfficeEvent = defineCall({
  id: 'own-operator-event-move',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/events/{eventId}/move',
  summary:
    'Moves a date: tickets stay valid, holders get an email and for some days the right to a full refund.',
  credential: 'operator',
  stepUp: { purpose: 'refunds' },
  isForm: true,
  params: eventId,
  body: z.object({ startsAt: z.iso.datetime({ offset: true }).regex(/^20/) }),
  reply: eventState,
  errors: ['NotFound', 'EventNotActive', 'BadRequest'],
  required: ['eventId', 'body'],
})
