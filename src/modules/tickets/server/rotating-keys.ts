import { createHmac } from 'node:crypto'
import type { Context } from '#platform/context.ts'
import { readServerSecret } from '#platform/database/server-secret.ts'

/** The secrets behind rotating codes, one per offering, derived from the installation's secret: nothing is stored. */
export interface RotatingKeys {
  secretOf(context: Context, offeringId: number): Promise<Uint8Array<ArrayBuffer>>
}

export function createRotatingKeys(): RotatingKeys {
  let secret: Promise<Buffer> | undefined
  return {
    async secretOf(context, offeringId) {
      secret ??= readServerSecret(context)
      secret.catch(() => (secret = undefined))
      const digest = createHmac('sha256', await secret).update(`rotating codes ${offeringId}`)
      return Uint8Array.from(digest.digest())
    },
  }
}
