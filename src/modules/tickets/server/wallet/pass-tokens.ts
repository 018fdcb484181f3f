import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '#platform/context.ts'
import { readServerSecret } from '#platform/database/server-secret.ts'

/** The token with which a device requests a pass again: derived from the pass's id, so it is not stored. */
export interface PassTokens {
  token(context: Context, passId: string): Promise<string>
  /** Whether an `authorization` header contains it; compared in constant time. */
  isShown(context: Context, passId: string, authorization: string | undefined): Promise<boolean>
}

export function createPassTokens(): PassTokens {
  let secret: Promise<Buffer> | undefined

  async function digest(context: Context, passId: string): Promise<Buffer> {
    secret ??= readServerSecret(context)
    secret.catch(() => (secret = undefined))
    return createHmac('sha256', await secret)
      .update(`wallet pass ${passId.toLowerCase()}`)
      .digest()
  }

  return {
    token: async (context, passId) => (await digest(context, passId)).toString('base64url'),
    async isShown(context, passId, authorization) {
      const expected = await digest(context, passId)
      const shown = /^ApplePass ([\w-]{1,100})$/.exec(authorization ?? '')?.[1] ?? ''
      const given = Buffer.from(shown, 'base64url')
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
