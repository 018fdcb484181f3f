import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Messages of the sale rules page. */
export const useTexts = moduleTexts<typeof georgian>('saleRules')
