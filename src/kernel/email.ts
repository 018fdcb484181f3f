/** Email addresses: what is accepted, how two are compared, and where mail goes. Server only: forms check less (`form-rules.ts`). */
import { domainToASCII, domainToUnicode } from 'node:url'

/** RFC 5321. */
const lengthMax = 254
const localLengthMax = 64
const labelLengthMax = 63

/** What nobody sees around a pasted address: blanks, marks of direction, joiners, byte order marks. */
const invisible = /[\s\p{Cf}]/u

/**
 * Words of RFC 5322 joined by dots, or one in quotes. Within quotes blanks, `@`, brackets and backslashes stay out:
 * mail programs disagree on where such an address ends, and mail would go to somebody else.
 */
const localPart =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"[\w!#$%&'*+/=?^`{|}~.-]+")$/

/** One part of a domain in its ASCII form. */
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
/** The ending: letters only, or the ASCII form of letters of another script. */
const ending = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/

/** A typed address without what nobody sees around it. */
export function tidyEmail(typed: string): string {
  let start = 0
  let end = typed.length
  while (start < end && invisible.test(typed.charAt(start))) start += 1
  while (end > start && invisible.test(typed.charAt(end - 1))) end -= 1
  return typed.slice(start, end)
}

/** Whether mail can be sent to an address. */
export function isEmail(address: string): boolean {
  return address.length <= lengthMax && asciiEmail(address) !== null
}

/** The address that mail is sent to: its domain in the ASCII form (`nino@xn--…`), without needless quotes. Null when it is no address. */
export function asciiEmail(address: string): string | null {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(0, at))
  if (local.length > localLengthMax || !localPart.test(local)) return null
  const domain = asciiDomain(address.slice(at + 1))
  return domain === null ? null : `${withoutNeedlessQuotes(local)}@${domain}`
}

/** Quotes around plain words mean nothing (RFC 5321, 4.1.2), and some servers take no quotes at all. */
function withoutNeedlessQuotes(local: string): string {
  const inner = local.slice(1, -1)
  return local.startsWith('"') && localPart.test(inner) ? inner : local
}

/** What addresses are compared by: the same for both spellings of a domain, and in any letter case. */
export function emailKey(address: string): string {
  const tidy = tidyEmail(address)
  return (asciiEmail(tidy) ?? tidy).toLowerCase()
}

/**
 * The lower-case spellings of an address, for columns that hold it as typed: the one given, the ASCII form of its
 * domain and the form with letters.
 */
export function emailSpellings(address: string): string[] {
  const typed = tidyEmail(address).toLowerCase()
  const key = emailKey(address)
  const at = key.lastIndexOf('@')
  const written = `${key.slice(0, at + 1)}${domainToUnicode(key.slice(at + 1))}`
  return [...new Set([typed, key, at < 0 || written.endsWith('@') ? key : written])]
}

function asciiDomain(domain: string): string | null {
  // Signs that the conversion would decode or drop, such as `%` and joiners.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return null
  const ascii = domainToASCII(domain)
  const labels = ascii.split('.')
  const written = domainToUnicode(ascii).split('.')
  const isDomain =
    labels.length > 1 &&
    ascii.length <= lengthMax &&
    labels.every((part) => part.length <= labelLengthMax && label.test(part)) &&
    ending.test(labels.at(-1) ?? '') &&
    [...(written.at(-1) ?? '')].length > 1 &&
    // What stays in this form is no word of any script.
    !written.some((part) => part.startsWith('xn--'))
  return isDomain ? ascii : null
}
