import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of saved passengers. */
export const useTexts = moduleTexts<typeof georgian>('passengers')
