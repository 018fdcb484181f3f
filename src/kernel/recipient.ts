/** The recipient of a message: an email address or a phone number in international form. */
export type Recipient = { readonly email: string } | { readonly phone: string }

/** `nino@example.com`, `+995 555 12 34 56`, or a Georgian number without its country; null when it is neither. */
export function recipientOf(text: string): Recipient | null {
  const typed = text.trim()
  if (/^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(typed)) return { email: typed }
  const digits = typed.replaceAll(/[\s()-]/g, '')
  if (/^5\d{8}$/.test(digits)) return { phone: `+995${digits}` }
  return /^\+[1-9]\d{7,14}$/.test(digits) ? { phone: digits } : null
}
