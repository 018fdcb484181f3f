/** The recipient's choice about reminder emails. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, text } from '#contract/fields.ts'

export const saveReminders = defineCall({
  id: 'own-ticket-reminders',
  area: 'own',
  method: 'POST',
  path: '/v2/tickets/reminders',
  summary: 'Whether the address of an order is reminded the day before, by the link of its letter',
  credential: 'none',
  required: ['body'],
  body: z.object({ orderKey: text(60, 1), token: text(100, 1), isOn: flag }),
  reply: z.object({ isOn: z.boolean() }),
  errors: ['OrderNotFound'],
  limit: 'guess',
})
