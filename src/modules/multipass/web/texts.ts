import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of the pages of passes. */
export const useTexts = moduleTexts<typeof georgian>('multipass')
