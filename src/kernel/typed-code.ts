/** Codes as people type, paste and read them out. */

/** Blanks, dashes of any length, and marks that nobody sees. */
const between = /[\s\p{Pd}\p{Cf}]+/gu
/** Quotation marks that were copied along; within a code they are a part of it. */
const around = /^["'`„‚\p{Pi}\p{Pf}]+|["'`\p{Pi}\p{Pf}]+$/gu

/** A code without what stands around and between its characters: `" 123-456"` is `123456`. */
export function bareCode(typed: string): string {
  return typed.normalize('NFKC').replaceAll(between, '').replaceAll(around, '')
}

/** The digits of a text, for fields whose codes have digits only: a whole message may be pasted. */
export function digitsIn(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/\D/g, '')
}
