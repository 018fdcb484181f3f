import { roomTexts } from '#design/texts.tsx'
import type georgian from './messages/ka.json'

/** Texts of the shell. */
export const useShellTexts = roomTexts<typeof georgian>('shell')
