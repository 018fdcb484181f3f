/** Tickets that pass from hand to hand: the holder's note, links, hand-overs, gifts. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { text } from '#contract/fields.ts'

const ticketIdentifier = text(40, 1)

/** Letters of a note; it is plain text. */
export const noteLengthMax = 500

export const commentTicket = defineCall({
  id: 'tickets-comment',
  area: 'tickets',
  method: 'POST',
  path: '/v2/tickets/comment',
  summary: 'Keeps a note of the holder’s with a ticket, for them alone; an empty one removes it',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ ticketIdentifier, comment: text(noteLengthMax) }),
  reply: z.object({ ticketIdentifier: z.string(), comment: z.string() }),
  errors: ['Unauthenticated', 'TicketNotFound'],
})
