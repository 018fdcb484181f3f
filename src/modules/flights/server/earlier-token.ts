/** Tokens of the earlier family of look-ups: signed, good for half an hour, and of nobody in particular. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { fail, type Failure } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { derivedKey } from '#platform/database/server-secret.ts'
import type { CallContext } from '#platform/http/implement.ts'

/** Seconds. */
export const tokenSeconds = 1_799

export async function makeToken(context: Context): Promise<string> {
  const payload = Buffer.from(String(nowSeconds(context) + tokenSeconds)).toString('base64url')
  return `${payload}.${(await signatureOf(context, payload)).toString('base64url')}`
}

/** `Unauthenticated` for a token that is forged or over; who brings none has an API key. */
export async function refusalOfToken(
  context: CallContext,
): Promise<Failure<'Unauthenticated'> | null> {
  const authorization = context.arrived?.authorization
  if (authorization === undefined) return null
  const [payload = '', signature = ''] = authorization.replace(/^Bearer\s+/i, '').split('.')
  const [wanted, given] = [await signatureOf(context, payload), Buffer.from(signature, 'base64url')]
  const isOurs = wanted.length === given.length && timingSafeEqual(wanted, given)
  const endsAt = Number(Buffer.from(payload, 'base64url').toString())
  return isOurs && nowSeconds(context) < endsAt ? null : fail('Unauthenticated')
}

const nowSeconds = ({ clock }: Context): number => Math.floor(clock.now().getTime() / 1_000)

async function signatureOf(context: Context, payload: string): Promise<Buffer> {
  const secret = await derivedKey(context, 'amadeus-token')
  return createHmac('sha256', secret).update(payload).digest()
}
