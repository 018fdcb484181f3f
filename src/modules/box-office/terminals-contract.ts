/** The operator's calls for card terminals: which organiser has which. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier } from '#contract/fields.ts'

const terminalView = z.object({
  number: z.string(),
  merchantId: z.number().int(),
  merchantName: z.string(),
  /** Whether an open shift uses it. */
  isInUse: z.boolean(),
})
export type TerminalView = z.output<typeof terminalView>

const terminals = z.object({
  terminals: z.array(terminalView),
  merchants: z.array(z.object({ merchantId: z.number().int(), name: z.string() })),
})

export const listTerminals = defineCall({
  id: 'own-operator-terminals',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/terminals',
  summary: 'Card terminals with the organisers that have them',
  credential: 'operator',
  reply: terminals,
})

export const assignTerminal = defineCall({
  id: 'own-operator-terminal-assign',
  area: 'own',
  method: 'POST',
  path: '/v2/operator/terminals',
  summary: 'Gives a card terminal to an organiser, or takes it back',
  credential: 'operator',
  // What a terminal is paid goes to the organiser that has it.
  stepUp: { purpose: 'payouts' },
  isForm: true,
  body: z.object({
    /** As its service knows it. */
    number: z.string().regex(/^\s*[\w-]{1,40}\s*$/),
    /** Null takes it back. */
    merchantId: identifier.nullable(),
  }),
  reply: terminals,
  errors: ['NotFound', 'TerminalGiven', 'TerminalInUse'],
  required: ['body'],
})
