import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { newBearer } from '#modules/accounts/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import {
  insertPartnerKey,
  readPartnerKeys,
  updatePartnerKey,
  type PartnerKey,
} from '#platform/http/partner-keys.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import * as calls from '../partner-keys-contract.ts'
import type { PartnerKeyView } from '../partner-keys-contract.ts'

const keyPrefix = 'bileti_partner_'
const dayMilliseconds = 86_400_000
/** Channels of the shop's own pages and counters, which need not have a key. */
const ownChannels: ReadonlySet<string> = new Set(['web', 'box-office'])

export const partnerKeyRoutes: readonly Implementation[] = [
  implement(calls.listPartnerKeys, requireOperator, async (context) => {
    const keys = await readPartnerKeys(context)
    return ok({ items: keys.map((key) => present(key, context.clock.now())) })
  }),
  implement(calls.makePartnerKey, requireOperator, (context, { body }) => make(context, body)),
  implement(calls.changePartnerKey, requireOperator, (context, { body }) => change(context, body)),
]

/** Stores a new key as a hash, and returns the key itself this once. */
async function make(
  context: Context,
  given: {
    readonly name: string
    readonly channel: string
    readonly requestsPerMinute: number
    readonly expiresInDays?: number | undefined
  },
): Promise<Result<PartnerKeyView & { readonly key: string }, ErrorCode>> {
  const { name, channel, requestsPerMinute, expiresInDays } = given
  if (ownChannels.has(channel)) return fail('ChannelTaken')
  const key = keyPrefix + newBearer(context.random).token
  return inTransaction<Result<PartnerKeyView & { readonly key: string }, ErrorCode>>(
    context,
    async (inside) => {
      const now = inside.clock.now()
      const made = await insertPartnerKey(inside, key, {
        id: inside.random.uuid(),
        name,
        channel,
        requestsPerMinute,
        expiresAt:
          expiresInDays === undefined
            ? null
            : new Date(now.getTime() + expiresInDays * dayMilliseconds),
      })
      if (!made.ok) return made
      await logOperatorAction(inside, {
        action: 'partners.make-key',
        subject: `partner-key ${made.value.id}`,
        detail: { name, channel, requestsPerMinute },
      })
      return ok({ ...present(made.value, now), key })
    },
  )
}

async function change(
  context: Context,
  given: {
    readonly keyId: string
    readonly requestsPerMinute?: number | undefined
    readonly isRevoked: boolean
  },
): Promise<Result<PartnerKeyView, ErrorCode>> {
  const { keyId, ...wanted } = given
  return inTransaction<Result<PartnerKeyView, ErrorCode>>(context, async (inside) => {
    const key = await updatePartnerKey(inside, keyId, wanted)
    if (!key) return fail('NotFound')
    await logOperatorAction(inside, {
      action: wanted.isRevoked ? 'partners.revoke-key' : 'partners.limit-key',
      subject: `partner-key ${keyId}`,
      detail: { name: key.name, requestsPerMinute: key.requestsPerMinute },
    })
    return ok(present(key, inside.clock.now()))
  })
}

function present(key: PartnerKey, now: Date): PartnerKeyView {
  const {
    id: keyId,
    name,
    channel,
    hint,
    requestsPerMinute,
    createdAt,
    expiresAt,
    lastUsedAt,
  } = key
  const isExpired = expiresAt !== null && expiresAt <= now
  return {
    keyId,
    name,
    channel,
    hint,
    requestsPerMinute,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    state: !key.isActive ? 'revoked' : isExpired ? 'expired' : 'active',
  }
}
