import type { Locale } from '#kernel/locale.ts'
import { formatText } from '#kernel/texts.ts'
import english from '../messages/problems-en.json' with { type: 'json' }
import georgian from '../messages/problems-ka.json' with { type: 'json' }
import type { Problem, ProblemCode } from './import/record.ts'

const words: Readonly<Record<Locale, Readonly<Record<ProblemCode, string>>>> = {
  ka: georgian,
  en: english,
}

/** Text of a problem, without its line and column. */
export function describeProblem(locale: Locale, problem: Problem): string {
  return formatText(locale, words[locale][problem.code], problem.values)
}
