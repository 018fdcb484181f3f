import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'
import type georgianOffice from '../messages/office-ka.json'

/** Texts of the public pages for passes. */
export const useTexts = moduleTexts<typeof georgian>('multipass')

/** Texts of the operator's page for passes. */
export const useOfficeTexts = moduleTexts<typeof georgianOffice>('passOffice')
