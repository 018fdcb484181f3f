import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/queue-pass-ka.json'

/** Texts of the queue page and of links past a queue. */
export const useQueueTexts = moduleTexts<typeof georgian>('queuePass')
