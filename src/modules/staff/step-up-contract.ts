/** Step-up of organisers' staff before calls with `stepUp`; other calls ask for the password in their body. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { instant } from '#contract/fields.ts'
import { staffStepUpPurposes } from '#contract/step-up.ts'

export const staffStepUp = defineCall({
  id: 'own-staff-step-up',
  area: 'own',
  method: 'POST',
  path: '/v2/merchantusers/step-up',
  summary:
    'Answers a proof for one purpose and this session, good for five minutes, or an hour for refunds; sent as the header step-up-proof',
  credential: 'merchant',
  staffPermission: 'self',
  asksPassword: true,
  required: ['body'],
  body: z.object({ purpose: z.enum(staffStepUpPurposes), password: z.string().min(1).max(200) }),
  reply: z.object({ proof: z.string(), expiresAt: instant }),
  limit: 'guess',
})
