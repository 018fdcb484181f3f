import { z } from 'zod'
import type { Locale } from '#kernel/locale.ts'
import { localeCodes } from './enumerations.ts'

/**
 * A language by its code (`ka`) or by a locale code of the specification (`ka-GE`), in any case. Texts of the programme
 * are Georgian and English: Russian and Azerbaijani readers receive the English ones.
 */
export const textLanguage = z
  .string()
  .transform((code) => code.toLowerCase())
  .pipe(z.enum(['ka', 'en', ...localeCodes.map((code) => code.toLowerCase())]))
  .transform((code): Locale => (code.startsWith('ka') ? 'ka' : 'en'))
