import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of messages in the organisers' back office. */
export const useTexts = moduleTexts<typeof georgian>('mailings')
