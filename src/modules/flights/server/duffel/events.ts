/**
 * Duffel's webhook events, signed with our secret (`X-Duffel-Signature: t=<seconds>,v1=<HMAC-SHA256 of
 * "<seconds>.<body>" in hex>`). Old signatures are refused, to prevent replays.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '#platform/context.ts'
import type { SupplierEvent } from '../supplier.ts'

/** Maximum difference between the sender's clock and ours; Duffel signs each attempt again. */
const secondsMax = 300
const changeDetected = 'order.airline_initiated_change_detected'

const event = z.object({
  id: z.string().min(1).max(100),
  type: z.string(),
  data: z
    .object({
      object: z.object({ id: z.string().optional(), order_id: z.string().optional() }).optional(),
    })
    .optional(),
})

/** Parses an event; null if the signature is invalid or too old. */
export function readEvent(
  { clock }: Pick<Context, 'clock'>,
  secret: string,
  { text, signature }: { readonly text: string; readonly signature: string },
): SupplierEvent | null {
  const parts = signature.split(',').map((part) => part.trim().split('='))
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? ''
  const age = Math.abs(clock.now().getTime() / 1_000 - Number(seconds))
  if (!/^\d{1,12}$/.test(seconds) || age > secondsMax) return null
  const expected = signatureOf(secret, seconds, text)
  const isValid = parts.some(([name, value = '']) => name === 'v1' && isSame(expected, value))
  if (!isValid) return null
  const read = event.safeParse(parsed(text))
  if (!read.success) return null
  const { id, type, data } = read.data
  const about = data?.object
  return {
    id,
    changedReference: type === changeDetected ? (about?.order_id ?? about?.id ?? null) : null,
  }
}

function signatureOf(secret: string, seconds: string, text: string): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.${text}`).digest()
}

function isSame(expected: Buffer, given: string): boolean {
  const bytes = Buffer.from(given, 'hex')
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
