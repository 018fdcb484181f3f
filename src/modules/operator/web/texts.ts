import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Messages of the operators' pages. */
export const useTexts = moduleTexts<typeof georgian>('operator')
