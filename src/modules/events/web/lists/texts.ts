import { moduleTexts } from '#design/texts.tsx'
import type georgian from './messages/ka.json'

/** Texts of the pages of lists; they come with the first of those pages. */
export const useListTexts = moduleTexts<typeof georgian>('lists')
