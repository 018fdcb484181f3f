import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of the organisers' back office. */
export const useTexts = moduleTexts<typeof georgian>('merchant')
