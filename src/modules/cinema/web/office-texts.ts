import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/office-ka.json'

/** Texts of the pages for managing cinemas. */
export const useTexts = moduleTexts<typeof georgian>('cinemaOffice')
