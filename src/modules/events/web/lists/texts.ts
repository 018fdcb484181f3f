import { moduleTexts } from '#design/texts.tsx'
import type georgian from './messages/ka.json'

/** Texts of the list pages, loaded with the first of them. */
export const useListTexts = moduleTexts<typeof georgian>('lists')
