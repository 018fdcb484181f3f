/** Numbers of cards: eighteen digits, or more where tickets have longer numbers, that say which ticket and which of its owners, and that nobody can make up. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '#platform/context.ts'
import { derivedKey } from '#platform/database/server-secret.ts'

const serialDigitsLeast = 8
const serialDigitsMost = 15
const proofDigits = 9

/** What a number says once its check digit fits; whether it is ours only the proof tells. */
export interface ReadNumber {
  readonly ticketId: number
  readonly proof: string
}

/**
 * The number of a ticket's uses for its present owner: the issue number is part of the proof, so the number of a pass
 * that was given away is void.
 */
export async function cardNumberOf(
  context: Pick<Context, 'db'>,
  ticket: { readonly ticketId: number; readonly issueNumber: number },
): Promise<string> {
  const digits = `${String(ticket.ticketId).padStart(serialDigitsLeast, '0')}${await proofOf(context, ticket)}`
  return digits + checkDigitOf(digits)
}

/** Spaces and hyphens do not count. Null for what cannot be a number: a digit is missing or wrong. */
export function readCardNumber(typed: string): ReadNumber | null {
  const digits = typed.replaceAll(/[\s-]/g, '')
  const serial = digits.slice(0, -proofDigits - 1)
  const isOurs = serial.length === serialDigitsLeast || /^[1-9]/.test(serial)
  if (!/^\d+$/.test(digits) || serial.length < serialDigitsLeast || !isOurs) return null
  if (serial.length > serialDigitsMost || checkDigitOf(digits.slice(0, -1)) !== digits.at(-1))
    return null
  return { ticketId: Number(serial), proof: digits.slice(serial.length, -1) }
}

/** Whether the proof is that of the ticket's present owner. */
export async function isProven(
  context: Pick<Context, 'db'>,
  { ticketId, proof }: ReadNumber,
  issueNumber: number,
): Promise<boolean> {
  const expected = await proofOf(context, { ticketId, issueNumber })
  return timingSafeEqual(Buffer.from(expected), Buffer.from(proof))
}

/** The last digits alone, for lists and lines of orders. */
export function shortNumber(cardNumber: string): string {
  return `•••• ${cardNumber.slice(-4)}`
}

/** The digit of ISO/IEC 7812 (Luhn): finds every single wrong digit and most that changed places. */
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
