import { moduleTexts } from '#design/texts.tsx'
import type georgian from './messages/ka.json'

/** Texts of the shell. */
export const useShellTexts = moduleTexts<typeof georgian>('shell')
