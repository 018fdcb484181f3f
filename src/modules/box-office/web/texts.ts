import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of an organiser's counter. */
export const useTexts = moduleTexts<typeof georgian>('boxOffice')
