import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'
import type office from '../messages/office-ka.json'

/** Texts of this module's pages. */
export const useTexts = moduleTexts<typeof georgian>('presentation')

/** Texts of the operator's pages about what the shop shows. */
export const useOfficeTexts = moduleTexts<typeof office>('presentationOffice')
