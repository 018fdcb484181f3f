import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/office-ka.json'

/** Texts of the pages of those who run cinemas. */
export const useTexts = moduleTexts<typeof georgian>('cinemaOffice')
