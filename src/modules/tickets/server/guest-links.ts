import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '#platform/context.ts'
import { readServerSecret } from '#platform/database/server-secret.ts'

/**
 * Guests cannot sign in, so their email carries a link that opens the order. Its token is derived from the order's
 * key and the installation's secret: nothing is stored, and the key alone is not enough to create one.
 */
export interface GuestLinks {
  token(context: Context, orderKey: string): Promise<string>
  /** Compared in constant time. */
  isToken(context: Context, orderKey: string, token: string): Promise<boolean>
}

export function createGuestLinks(): GuestLinks {
  let secret: Promise<Buffer> | undefined

  async function digest(context: Context, orderKey: string): Promise<Buffer> {
    secret ??= readServerSecret(context)
    secret.catch(() => (secret = undefined))
    return createHmac('sha256', await secret)
      .update(`guest order ${orderKey.toLowerCase()}`)
      .digest()
  }

  return {
    token: async (context, orderKey) => (await digest(context, orderKey)).toString('base64url'),
    async isToken(context, orderKey, token) {
      const expected = await digest(context, orderKey)
      const given = Buffer.from(token, 'base64url')
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

/** Path of a guest's order, without a locale prefix. */
export function guestOrderPath(orderKey: string, token: string): string {
  return `/tickets/${orderKey}/${token}`
}
