import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of the pages of orders and their tickets. */
export const useTexts = moduleTexts<typeof georgian>('tickets')
