import { createHmac, timingSafeEqual } from 'node:crypto'
import { emailKey } from '#kernel/email.ts'
import type { Context } from '#platform/context.ts'
import { derivedKey } from '#platform/database/server-secret.ts'

const hashLength = 16

async function digestOf(context: Context, text: string): Promise<Buffer> {
  const key = await derivedKey(context, 'letters of organisers')
  return createHmac('sha256', key).update(text).digest().subarray(0, hashLength)
}

/** Keyed hash of an address, stored in place of it; only this installation can compute it. */
export function addressHashOf(context: Context, email: string): Promise<Buffer> {
  return digestOf(context, `address ${emailKey(email)}`)
}

/** Key of the unsubscribe link in a mailing: organiser and recipient, signed with the installation's secret. */
export async function unsubscribeKeyOf(
  context: Context,
  { merchantId, addressHash }: { readonly merchantId: number; readonly addressHash: Buffer },
): Promise<string> {
  const named = `${merchantId}.${addressHash.toString('base64url')}`
  return `${named}.${(await digestOf(context, `key ${named}`)).toString('base64url')}`
}

/** Organiser and recipient of a key; null when its signature is invalid. */
export async function parseUnsubscribeKey(
  context: Context,
  key: string,
): Promise<{ readonly merchantId: number; readonly addressHash: Buffer } | null> {
  const [merchant = '', encodedHash = '', proof = ''] = key.split('.')
  if (!/^[1-9]\d{0,8}$/.test(merchant)) return null
  const expected = await digestOf(context, `key ${merchant}.${encodedHash}`)
  const given = Buffer.from(proof, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const addressHash = Buffer.from(encodedHash, 'base64url')
  return addressHash.length === hashLength ? { merchantId: Number(merchant), addressHash } : null
}
