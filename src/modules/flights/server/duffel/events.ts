/**
 * Events that Duffel sends to us: signed with a secret of ours (`X-Duffel-Signature: t=<seconds>,v1=<HMAC-SHA256 of
 * "<seconds>.<body>" in hex>`). An old signature is no longer good, so that what was overheard cannot be sent again later.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '#platform/context.ts'
import type { SupplierEvent } from '../supplier.ts'

/** How far the clock of the sender may be from ours; Duffel signs each attempt again. */
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

/** Null unless the signature is good and fresh. */
export function readEvent(
  { clock }: Pick<Context, 'clock'>,
  secret: string,
  { text, signature }: { readonly text: string; readonly signature: string },
): SupplierEvent | null {
  const parts = signature.split(',').map((part) => part.trim().split('='))
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? ''
  const age = Math.abs(clock.now().getTime() / 1_000 - Number(seconds))
  if (!/^\d{1,12}$/.test(seconds) || age > secondsMax) return null
  const wanted = signatureOf(secret, seconds, text)
  const isOurs = parts.some(([name, value = '']) => name === 'v1' && isSame(wanted, value))
  if (!isOurs) return null
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

function isSame(wanted: Buffer, given: string): boolean {
  const bytes = Buffer.from(given, 'hex')
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
