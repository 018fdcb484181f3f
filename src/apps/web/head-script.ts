import { earlyInputScript } from './early-input.ts'
import { themeScript } from './theme.ts'

/**
 * The script in the head of every page; one script, since each needs a hash in the content security policy. A function, so that
 * the browser's scripts do not contain it.
 */
export function headScript(): string {
  return `${themeScript};${earlyInputScript}`
}
