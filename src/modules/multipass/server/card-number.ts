/**
 * Card numbers: eighteen digits, or more for longer ticket numbers. A number identifies a ticket and its holder and cannot
 * be forged.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '#platform/context.ts'
import { derivedKey } from '#platform/database/server-secret.ts'

const serialDigitsMin = 8
const serialDigitsMax = 15
const proofDigits = 9

/** The parts of a number whose check digit is valid; the proof is not verified yet. */
export interface ParsedCardNumber {
  readonly ticketId: number
  readonly proof: string
}

/**
 * The card number of a ticket for its current holder. The issue number is part of the proof, so a transfer of the pass
 * invalidates its previous number.
 */
export async function cardNumberOf(
  context: Pick<Context, 'db'>,
  ticket: { readonly ticketId: number; readonly issueNumber: number },
): Promise<string> {
  const digits = `${String(ticket.ticketId).padStart(serialDigitsMin, '0')}${await proofOf(context, ticket)}`
  return digits + checkDigitOf(digits)
}

/** Parses a typed number, ignoring spaces and hyphens. Null if it has a wrong length or check digit. */
export function parseCardNumber(typed: string): ParsedCardNumber | null {
  const digits = typed.replaceAll(/[\s-]/g, '')
  const serial = digits.slice(0, -proofDigits - 1)
  const isCanonical = serial.length === serialDigitsMin || /^[1-9]/.test(serial)
  if (!/^\d+$/.test(digits) || serial.length < serialDigitsMin || !isCanonical) return null
  if (serial.length > serialDigitsMax || checkDigitOf(digits.slice(0, -1)) !== digits.at(-1))
    return null
  return { ticketId: Number(serial), proof: digits.slice(serial.length, -1) }
}

/** Whether the proof belongs to the ticket's current holder. */
export async function isProofValid(
  context: Pick<Context, 'db'>,
  { ticketId, proof }: ParsedCardNumber,
  issueNumber: number,
): Promise<boolean> {
  const expected = await proofOf(context, { ticketId, issueNumber })
  return timingSafeEqual(Buffer.from(expected), Buffer.from(proof))
}

/** The last four digits, for lists and lines of orders. */
export function shortNumber(cardNumber: string): string {
  return `•••• ${cardNumber.slice(-4)}`
}

/** Check digit of ISO/IEC 7812 (Luhn): detects every single wrong digit and most transpositions. */
export function checkDigitOf(digits: string): string {
  let sum = 0
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return String((10 - (sum % 10)) % 10)
}

async function proofOf(
  context: Pick<Context, 'db'>,
  { ticketId, issueNumber }: { readonly ticketId: number; readonly issueNumber: number },
): Promise<string> {
  const key = await derivedKey(context, 'multipass card number')
  const mac = createHmac('sha256', key).update(`${ticketId} ${issueNumber}`).digest()
  return String(mac.readBigUInt64BE() % 10n ** BigInt(proofDigits)).padStart(proofDigits, '0')
}
