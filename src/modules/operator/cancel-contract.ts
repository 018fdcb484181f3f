/** Dates that will not be, or on another day. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, text } from '#contract/fields.ts'

const eventId = z.object({ eventId: identifier })

const eventState = z.object({
  cancelledAt: instant.nullable(),
  movedFrom: instant.nullable(),
  /** Until when holders get all their money back because it was moved. */
  fullRefundUntil: instant.nullable(),
  /** Tickets that are good: after a cancellation, those whose money is still to go back. */
  validTickets: z.number().int(),
})
export type EventStateView = z.output<typeof eventState>

export const readEventState = defineCall({
  id: 'own-operator-event-state',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/events/{eventId}/state',
  summary: 'Whether a date stands, was moved or cancelled, and how many valid tickets there are.',
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
  summary:
    'Cancels a date for good: it sells no more, everybody gets all their money back and a letter.',
  credential: 'operator',
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
    'Moves a date: tickets stay good, holders get a letter and for some days a right to all money back.',
  credential: 'operator',
  isForm: true,
  params: eventId,
  body: z.object({ startsAt: z.iso.datetime({ offset: true }).regex(/^20/) }),
  reply: eventState,
  errors: ['NotFound', 'EventNotActive', 'BadRequest'],
  required: ['eventId', 'body'],
})
