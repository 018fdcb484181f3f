import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'
import type georgianOffice from '../messages/office-ka.json'

/** Texts of the pages of passes. */
export const useTexts = moduleTexts<typeof georgian>('multipass')

/** Texts of the operator's page. */
export const useOfficeTexts = moduleTexts<typeof georgianOffice>('passOffice')
