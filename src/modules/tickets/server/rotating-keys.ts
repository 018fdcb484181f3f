import { createHmac } from 'node:crypto'
import type { Context } from '#platform/context.ts'

/** The secrets behind rotating codes, one an offering, derived from the installation's: nothing is stored. */
export interface RotatingKeys {
  secretOf(context: Context, offeringId: number): Promise<Uint8Array<ArrayBuffer>>
}

export function createRotatingKeys(): RotatingKeys {
  let secret: Promise<Buffer> | undefined
  return {
    async secretOf(context, offeringId) {
      secret ??= readSecret(context)
      secret.catch(() => (secret = undefined))
      const digest = createHmac('sha256', await secret).update(`rotating codes ${offeringId}`)
      return Uint8Array.from(digest.digest())
    },
  }
}

async function readSecret(context: Context): Promise<Buffer> {
  const row = await context.db
    .selectFrom('server_secret')
    .select('secret')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return row.secret
}
