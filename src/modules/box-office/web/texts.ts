import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Messages of the counter page. */
export const useTexts = moduleTexts<typeof georgian>('boxOffice')
