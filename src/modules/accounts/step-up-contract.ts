/** Step-up: authenticating again before what could give the account, its money or its data away, or destroy it. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { email, instant, smsCode, uuid } from '#contract/fields.ts'
import { stepUpMethods, stepUpPurposes } from '#contract/step-up.ts'
import { codeSent, done, key } from './shapes.ts'

const purpose = z.enum(stepUpPurposes)

export const ownStepUpState = defineCall({
  id: 'own-step-up-state',
  area: 'own',
  method: 'GET',
  path: '/v2/auth/step-up',
  summary: 'How the caller may prove who they are, and from when on money can be withdrawn.',
  credential: 'customer',
  reply: z.object({
    methods: z.array(z.enum(stepUpMethods)),
    /** The confirmed phone with its middle hidden, or null. */
    phoneHint: z.string().nullable(),
    /** Null when withdrawals are possible now. */
    withdrawalsFrom: instant.nullable(),
  }),
})
export type StepUpState = z.output<typeof ownStepUpState.reply>

export const ownStepUpBegin = defineCall({
  id: 'own-step-up-begin',
  cost: 'message',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/step-up/begin',
  summary: 'A challenge for a passkey of the caller, or a code to their confirmed phone.',
  credential: 'customer',
  body: z.object({ purpose, method: z.enum(['passkey', 'code']) }),
  reply: z.union([codeSent, z.object({ challengeId: uuid, options: z.looseObject({}) })]),
  errors: ['StepUpMethodMissing', 'SmsBudgetSpent'],
  required: ['body'],
  limit: 'guess',
})

export const ownStepUpProve = defineCall({
  id: 'own-step-up-prove',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/step-up',
  summary:
    'Answers a proof for one purpose and this session, good for five minutes, or an hour for refunds; sent as the header step-up-proof.',
  credential: 'customer',
  body: z.object({
    purpose,
    /** One of the three: the password, a passkey’s answer, or a code. */
    password: z.string().min(1).max(200).optional(),
    challengeId: uuid.optional(),
    credential: z.looseObject({ id: z.string().max(1_400) }).optional(),
    codeId: uuid.optional(),
    code: smsCode.optional(),
  }),
  reply: z.object({ proof: z.string(), expiresAt: instant }),
  errors: ['PasswordWrong', 'PasskeyInvalid', 'CodeWrong', 'StepUpMethodMissing'],
  required: ['body'],
  limit: 'guess',
})

export const ownEmailChange = defineCall({
  id: 'own-account-email-change',
  cost: 'message',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/email',
  summary: 'Writes to a new address of the caller; answers alike whoever has that address.',
  credential: 'customer',
  isForm: true,
  body: z.object({ email }),
  reply: z.object({ sent: z.literal(true) }),
  required: ['body'],
  limit: 'guess',
  stepUp: { purpose: 'email' },
})

export const ownEmailConfirm = defineCall({
  id: 'own-account-email-confirm',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/email/confirm',
  summary: 'Takes the new address with the key that was sent to it; the old address is told.',
  credential: 'customer',
  body: z.object({ key }),
  reply: done,
  errors: ['AccountKeyInvalid'],
  required: ['body'],
  limit: 'guess',
})
