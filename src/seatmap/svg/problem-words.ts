import type { Locale } from '#kernel/locale.ts'
import { formatText } from '#kernel/texts.ts'
import english from '../messages/drawing-en.json' with { type: 'json' }
import georgian from '../messages/drawing-ka.json' with { type: 'json' }
import type { DrawingProblem, DrawingProblemCode } from './elements.ts'

type Words = Readonly<Record<DrawingProblemCode | 'place', string>>
const words: Readonly<Record<Locale, Words>> = { ka: georgian, en: english }

/** What is wrong with a drawing, or why something of it was left out, in a sentence. */
export function wordsOfProblem(locale: Locale, { code, values }: DrawingProblem): string {
  return formatText(locale, words[locale][code], values)
}

/** The same with the element that it concerns. */
export function placeOfProblem(
  locale: Locale,
  place: { readonly line: number; readonly element: string; readonly why: string },
): string {
  return formatText(locale, words[locale].place, place)
}
