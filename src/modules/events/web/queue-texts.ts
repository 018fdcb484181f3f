import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/queue-pass-ka.json'

/** Texts of the page of a queue and of links past it. */
export const useQueueTexts = moduleTexts<typeof georgian>('queuePass')
