import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Messages of the organisers' back office. */
export const useTexts = moduleTexts<typeof georgian>('merchant')
