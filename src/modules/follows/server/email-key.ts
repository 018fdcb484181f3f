import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey } from '#platform/database/server-secret.ts'
import type { Context } from '#platform/context.ts'

/** Key of an unsubscribe link: the customer, signed with the installation's secret. */
export async function emailKeyOf(context: Context, customerId: string): Promise<string> {
  return `${customerId}.${(await signatureOf(context, customerId)).toString('base64url')}`
}

/** The customer of a key; null if the signature is invalid. */
export async function customerOfKey(context: Context, key: string): Promise<string | null> {
  const [customerId = '', signature = ''] = key.split('.')
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(customerId)) return null
  const given = Buffer.from(signature, 'base64url')
  const expected = await signatureOf(context, customerId)
  return given.length === expected.length && timingSafeEqual(given, expected) ? customerId : null
}

async function signatureOf(context: Context, customerId: string): Promise<Buffer> {
  const key = await derivedKey(context, 'emails about what is followed')
  return createHmac('sha256', key).update(customerId).digest()
}
