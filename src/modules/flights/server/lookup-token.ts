/** Bearer tokens for the older look-up calls: signed, valid for half an hour, not tied to a user. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { fail, type Failure } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { derivedKey } from '#platform/database/server-secret.ts'
import type { CallContext } from '#platform/http/implement.ts'

/** Lifetime in seconds. */
export const tokenSeconds = 1_799

export async function makeToken(context: Context): Promise<string> {
  const payload = Buffer.from(String(nowSeconds(context) + tokenSeconds)).toString('base64url')
  return `${payload}.${(await signatureOf(context, payload)).toString('base64url')}`
}

/** `Unauthenticated` for a forged or expired token; null for a valid one, or without a token, when an API key is used. */
export async function refusalOfToken(
  context: CallContext,
): Promise<Failure<'Unauthenticated'> | null> {
  const authorization = context.arrived?.authorization
  if (authorization === undefined) return null
  const [payload = '', signature = ''] = authorization.replace(/^Bearer\s+/i, '').split('.')
  const [expected, given] = [
    await signatureOf(context, payload),
    Buffer.from(signature, 'base64url'),
  ]
  const isOurs = expected.length === given.length && timingSafeEqual(expected, given)
  const endsAt = Number(Buffer.from(payload, 'base64url').toString())
  return isOurs && nowSeconds(context) < endsAt ? null : fail('Unauthenticated')
}

const nowSeconds = ({ clock }: Context): number => Math.floor(clock.now().getTime() / 1_000)

async function signatureOf(context: Context, payload: string): Promise<Buffer> {
  const secret = await derivedKey(context, 'amadeus-token')
  return createHmac('sha256', secret).update(payload).digest()
}
