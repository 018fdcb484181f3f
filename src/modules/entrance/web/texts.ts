import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of the scanner's page. */
export const useTexts = moduleTexts<typeof georgian>('entrance')
