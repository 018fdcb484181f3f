import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of the page of special rules. */
export const useTexts = moduleTexts<typeof georgian>('saleRules')
