import { createHash, createHmac } from 'node:crypto'
import type { Context } from '#platform/context.ts'
import { readServerSecret } from '#platform/database/server-secret.ts'

/**
 * Tokens of links to tickets: 256 bits, derived from the link's id and the installation's secret. The holder can copy
 * a link again and a repeated email has the same content, yet no table, queue or log contains a token.
 */
export interface ShareTokens {
  /** Links of different kinds have different tokens even for equal ids. */
  token(context: Context, linkId: string, kind?: LinkKind): Promise<string>
}

type LinkKind = 'ticket share' | 'order invitation'

export function createShareTokens(): ShareTokens {
  let secret: Promise<Buffer> | undefined
  return {
    async token(context, linkId, kind = 'ticket share') {
      secret ??= readServerSecret(context)
      secret.catch(() => (secret = undefined))
      return createHmac('sha256', await secret)
        .update(`${kind} ${linkId}`)
        .digest('base64url')
    },
  }
}

/** Lookup key of a link. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Path of a shared ticket, without a locale prefix. */
export function sharedPath(token: string): string {
  return `/tickets/shared/${token}`
}
