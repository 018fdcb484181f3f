import { hasPhoneShape } from './phone-shape.ts'

/** The recipient of a message: an email address or a phone number, which the server brings into its international form. */
export type Recipient = { readonly email: string } | { readonly phone: string }

/** `nino@example.com`, `+995 555 12 34 56`, or a Georgian number without its country; null when it is neither. */
export function recipientOf(text: string): Recipient | null {
  const typed = text.trim()
  if (/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(typed)) return { email: typed }
  return hasPhoneShape(typed) ? { phone: typed } : null
}
