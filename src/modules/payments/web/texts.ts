import { roomTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of the operator's page about payments. */
export const useTexts = roomTexts<typeof georgian>('payments')
