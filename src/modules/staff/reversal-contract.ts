/** Reversal of a change of an organiser's staff, by the key in the letter about it. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { staffRoles } from '#contract/enumerations.ts'
import { instant } from '#contract/fields.ts'
import { reversibleChanges } from './changes.ts'

const key = z.string().min(1).max(200)
const role = z.enum(staffRoles).nullable()

const reversalView = z.object({
  kind: z.enum(reversibleChanges),
  merchantName: z.string(),
  /** The person who was changed; null for the bank account. */
  personName: z.string().nullable(),
  role,
  formerRole: role,
  madeAt: instant,
  /** The link works until then. */
  until: instant,
})
export type ReversalView = z.output<typeof reversalView>

const shared = {
  area: 'own',
  method: 'POST',
  credential: 'none',
  required: ['body'],
  body: z.object({ key }),
  limit: 'guess',
} as const

export const staffReversal = defineCall({
  ...shared,
  id: 'own-staff-reversal',
  path: '/v2/merchantusers/reversal',
  summary: 'What the link in a letter about a change of the team or bank account would reverse',
  reply: reversalView,
  errors: ['StaffReversalUnknown', 'StaffReversalUsed', 'StaffReversalExpired'],
})

export const staffReverse = defineCall({
  ...shared,
  id: 'own-staff-reverse',
  path: '/v2/merchantusers/reversal/confirm',
  summary:
    'Reverses that change and what followed from it, ends the sessions of everybody involved, and tells all owners',
  reply: z.object({ done: z.literal(true) }),
  errors: [
    'StaffReversalUnknown',
    'StaffReversalUsed',
    'StaffReversalExpired',
    'StaffKnown',
    'StaffElsewhere',
    'LastOwner',
  ],
})
