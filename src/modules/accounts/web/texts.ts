import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of signing in and out. */
export const useTexts = moduleTexts<typeof georgian>('accounts')
