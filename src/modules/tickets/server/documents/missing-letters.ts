import type { Context } from '#platform/context.ts'
import type { Pdf } from './make-pdf.ts'

/**
 * The content of a PDF, with a line in the log if a letter could not be printed: its code points only, because the text may
 * be a name.
 */
export function contentOf(log: Context['log'], { content, missing }: Pdf): Uint8Array {
  if (missing.length > 0) {
    const letters = missing.map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`)
    log.warn({ letters }, 'no font has these letters of a PDF')
  }
  return content
}
