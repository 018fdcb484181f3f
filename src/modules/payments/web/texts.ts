import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of the operator's page about payments. */
export const useTexts = moduleTexts<typeof georgian>('payments')
