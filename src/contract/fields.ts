import { z } from 'zod'
import { currencies } from '#kernel/currencies.ts'
import { isEmail, tidyEmail } from '#kernel/email.ts'
import { isPlainName, tidyLatinName, tidyName } from '#kernel/person-name.ts'
import { bareCode } from '#kernel/typed-code.ts'
import { internationalPhone, isInternationalPhone } from '#kernel/phone.ts'

/** Scalars of the contract. Query parameters arrive as text, so each of these also parses its text form. */

export const noInput = z.object({}).default({})
export type NoInput = typeof noInput

/** A whole number between two bounds, or its decimal text; never a fraction, never exponent notation. */
export function wholeNumber(least: number, most: number) {
  return z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,15}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(least).max(most))
}

/** Positive 32-bit identifiers, as most tables use. */
export const identifier = wholeNumber(1, 2_147_483_647)

export const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false']).transform((value) => value === 'true'),
])

/** An ISO 8601 date (`2026-11-21`) or instant; not parsed further. */
export const isoDate = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** Comma-separated identifiers in a query, or a list. */
export function identifierList(most: number) {
  const list = z.array(identifier).max(most)
  const commaSeparated = z
    .string()
    .max(most * 11)
    .transform((value): (string | number)[] => value.split(',').filter(Boolean))
  return z.union([list, commaSeparated.pipe(list)])
}

export const uuid = z.uuid()

// eslint-disable-next-line no-control-regex -- control characters are what this keeps out
const withoutControls = /^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]*$/

/** Free text from a person: trimmed, bounded, without control characters. */
export function text(most: number, least = 0) {
  return z
    .string()
    .trim()
    .min(least)
    .max(most)
    .regex(withoutControls, 'Control characters are not allowed')
}

/**
 * The name of a person, as anybody may type one: composed, with single spaces, without line breaks, controls,
 * characters that change the direction of writing, or addresses. Every call that accepts a name uses this schema.
 */
export function personName(most: number, least = 0) {
  return z
    .string()
    .max(most * 4)
    .overwrite(tidyName)
    .min(least)
    .max(most)
    .refine(isPlainName, 'NameNotAllowed')
}

/** A name whose further rules depend on what it is for, such as that of a passenger. */
export function givenName(most: number) {
  return text(most).overwrite(tidyName)
}

/** The same in Latin letters, as in a document. */
export function latinName(most: number) {
  return text(most).overwrite(tidyLatinName)
}

/** Longer than any address with the invisible characters that are pasted along. */
const typedEmailLengthMax = 320

/**
 * An email address as it was typed, without invisible characters around it. Every call that accepts an address uses
 * this schema; addresses are compared by `emailKey`, and the mailer sends to the ASCII form of the domain.
 */
export const email = z
  .string()
  .max(typedEmailLengthMax)
  .overwrite(tidyEmail)
  .refine(isEmail, 'EmailWrong')
  .meta({ format: 'email' })

/** The same, or an empty text for none. */
export const optionalEmail = z
  .string()
  .max(typedEmailLengthMax)
  .overwrite(tidyEmail)
  .refine((typed) => typed === '' || isEmail(typed), 'EmailWrong')
  .default('')

/** Longer than any number with its separators and invisible characters. */
const phoneLengthMax = 64

/**
 * A phone in any notation, as its international form. Every call that accepts a phone uses this schema or
 * `optionalPhone`, so that one number is one text wherever it is stored, compared or sent to.
 */
export const phone = z
  .string()
  .max(phoneLengthMax)
  .overwrite((typed) => internationalPhone(typed) ?? typed)
  .refine(isInternationalPhone, 'PhoneWrong')

/** The same, or an empty text for none. */
export const optionalPhone = z
  .string()
  .max(phoneLengthMax)
  .overwrite((typed) => internationalPhone(typed) ?? typed.trim())
  .refine((typed) => typed === '' || isInternationalPhone(typed), 'PhoneWrong')
  .default('')

/** Longer than any code of digits with the blanks and dashes that are pasted along. */
const pastedLengthMax = 64

/** A code or number of digits, as it is typed or pasted: without blanks, dashes and quotation marks. */
export function digits(least: number, most = least) {
  const count = least === most ? String(least) : `${least},${most}`
  return z
    .string()
    .max(pastedLengthMax)
    .overwrite(bareCode)
    .regex(new RegExp(`^\\d{${count}}$`), `Not a number of ${count.replace(',', ' to ')} digits`)
}

/** A code sent by SMS. Every call that accepts one uses this schema. */
export const smsCode = digits(6)

export const localizedText = z.object({ ka: z.string(), en: z.string() })

/** `{ amount, currency }`, amount in minor units. */
export const moneyField = z.object({ amount: z.number().int(), currency: z.enum(currencies) })

export const instant = z.iso.datetime()

/** The address of a layout, which says what it contains. */
export const layoutDigest = z.string().regex(/^[A-Za-z0-9_-]{16,128}$/)

/** Names of what entries of a change log are about, by key: `event 101`. What is unknown has none. */
export const logNames = z.record(
  z.string(),
  z.object({
    name: z.string(),
    /** Its page in the office of the caller. */
    path: z.string().nullable(),
  }),
)
export type LogNamesView = z.output<typeof logNames>
