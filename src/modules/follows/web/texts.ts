import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of follows and of the emails about them. */
export const useTexts = moduleTexts<typeof georgian>('follows')
