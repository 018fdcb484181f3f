import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '#platform/context.ts'
import { readServerSecret } from '#platform/database/server-secret.ts'

/**
 * A quote is not stored: it is sent to the caller and back, signed with the installation's secret. Its contents are
 * recalculated on execution, so a copied quote can do no more than its owner requested.
 */
const claimSchema = z.object({
  /** Idempotency key of the execution. */
  id: z.uuid(),
  kind: z.enum(['return', 'resale']),
  orderKey: z.uuid(),
  ticketIdentifiers: z.array(z.string()).min(1),
  /** Milliseconds since 1970: the terms of this instant hold … */
  quotedAt: z.number().int(),
  /** … until this one. */
  validUntil: z.number().int(),
  /** Minor units. */
  backMinor: z.number().int(),
  deductionMinor: z.number().int(),
  cardMinor: z.number().int(),
  /** Terms that suppliers gave with the quote, ticket by ticket. */
  supplied: z
    .array(
      z.object({
        ticketId: z.number().int(),
        deductionMinor: z.number().int().min(0),
        isFeeReturned: z.boolean(),
        /** Milliseconds since 1970. */
        until: z.number().int().nullable(),
      }),
    )
    .optional(),
})
export type QuoteClaim = z.output<typeof claimSchema>

export interface QuoteTokens {
  sign(context: Context, claim: QuoteClaim): Promise<string>
  /** The contents of a token signed by us, else null. */
  read(context: Context, token: string): Promise<QuoteClaim | null>
}

/** Created once per process: the secret is read on first use. */
export function createQuoteTokens(): QuoteTokens {
  let secret: Promise<Buffer> | undefined

  async function digest(context: Context, payload: string): Promise<Buffer> {
    secret ??= readServerSecret(context)
    secret.catch(() => (secret = undefined))
    return createHmac('sha256', await secret)
      .update(`return quote ${payload}`)
      .digest()
  }

  return {
    async sign(context, claim) {
      const payload = Buffer.from(JSON.stringify(claim)).toString('base64url')
      return `${payload}.${(await digest(context, payload)).toString('base64url')}`
    },
    async read(context, token) {
      const [payload = '', signature = '', ...more] = token.split('.')
      const expected = await digest(context, payload)
      const given = Buffer.from(signature, 'base64url')
      const isOurs =
        more.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
      return isOurs
        ? claimSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
        : null
    },
  }
}
