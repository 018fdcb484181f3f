import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of this module's pages. */
export const useTexts = moduleTexts<typeof georgian>('presentation')
