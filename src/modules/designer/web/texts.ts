import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Messages of the designer's pages. */
export const useTexts = moduleTexts<typeof georgian>('designer')
export type Translate = ReturnType<typeof useTexts>
