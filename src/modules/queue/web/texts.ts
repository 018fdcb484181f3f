import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of the operator's page for queues. */
export const useTexts = moduleTexts<typeof georgian>('queue')
