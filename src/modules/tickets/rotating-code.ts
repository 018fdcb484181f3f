/**
 * Codes that change every 15 seconds, so that a screenshot is not accepted. Pure, and used offline by the server, the
 * holder's page and scanners alike.
 *
 *     BLT2:<base45 of payload, signature, slot and mark>
 *
 * Payload and signature are those of the ticket's plain code: the ticket is genuine. Slot (4 bytes) counts 15-second
 * periods since 1970, mark (8 bytes) is HMAC-SHA256 over it under the ticket's secret: it proves that its presenter
 * holds the ticket now. The ticket's secret is derived from the event's, so that scanners store one secret instead of
 * one per ticket.
 */
import { fromBase45, parseCode, toBase45, type UnverifiedCode } from './code-format.ts'

export const slotSeconds = 15
/** A code is valid in its own slot and in the next two, so for 45 s at most. */
const validSlots = 2
/** The holder's clock may be ahead of ours by one slot. */
const slotsAhead = 1

const prefix = 'BLT2:'
const plainPrefix = 'BLT1:'
const plainLength = 81
const slotLength = 4
const markLength = 8

export interface RotatingCode {
  readonly code: UnverifiedCode
  readonly slot: number
  readonly mark: Uint8Array
}

export function slotOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000 / slotSeconds)
}

/** Whether a code of this slot may still be shown at this moment. */
export function isSlotValid(slot: number, milliseconds: number): boolean {
  const age = slotOf(milliseconds) - slot
  return age >= -slotsAhead && age <= validSlots
}

/** The secret of a ticket's current issue, derived from that of its event (32 bytes each). */
export async function ticketSecret(
  eventSecret: Uint8Array<ArrayBuffer>,
  ticket: { readonly ticketId: number; readonly issueNumber: number },
): Promise<Uint8Array<ArrayBuffer>> {
  return digest(eventSecret, encode(`ticket ${ticket.ticketId} ${ticket.issueNumber}`))
}

/** The text to show in a slot, from the ticket's plain code. */
export async function rotatingText(
  plainCode: string,
  secret: Uint8Array<ArrayBuffer>,
  slot: number,
): Promise<string> {
  const plain = fromBase45(plainCode.slice(plainPrefix.length))
  if (!plainCode.startsWith(plainPrefix) || plain?.length !== plainLength)
    throw new RangeError('A rotating code is made from a plain one')
  const packed = new Uint8Array(plainLength + slotLength + markLength)
  packed.set(plain)
  packed.set(slotBytes(slot), plainLength)
  packed.set(await markOf(secret, slot), plainLength + slotLength)
  return prefix + toBase45(packed)
}

/** Splits a rotating code into its parts, or returns null when it is not one. Does not verify it. */
export function parseRotating(text: string): RotatingCode | null {
  if (!text.startsWith(prefix)) return null
  const packed = fromBase45(text.slice(prefix.length))
  if (packed?.length !== plainLength + slotLength + markLength) return null
  const code = parseCode(plainPrefix + toBase45(packed.subarray(0, plainLength)))
  if (!code) return null
  const slot = new DataView(packed.buffer).getUint32(plainLength)
  return { code, slot, mark: packed.subarray(plainLength + slotLength) }
}

/** Whether the mark is that of the ticket's secret in its slot. */
export async function isMarkRight(
  { slot, mark }: RotatingCode,
  secret: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const expected = await markOf(secret, slot)
  return expected.reduce((wrong, byte, at) => wrong | (byte ^ (mark[at] ?? 0)), 0) === 0
}

async function markOf(secret: Uint8Array<ArrayBuffer>, slot: number): Promise<Uint8Array> {
  const whole = await digest(secret, slotBytes(slot))
  return whole.subarray(0, markLength)
}

function slotBytes(slot: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(slotLength)
  new DataView(bytes.buffer).setUint32(0, slot)
  return bytes
}

async function digest(
  secret: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, message))
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
