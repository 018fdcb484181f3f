import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'
import type office from '../messages/office-ka.json'

/** Messages of this module's public pages. */
export const useTexts = moduleTexts<typeof georgian>('presentation')

/** Messages of the operators' content pages. */
export const useOfficeTexts = moduleTexts<typeof office>('presentationOffice')
