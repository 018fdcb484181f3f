import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/office-ka.json'

/** Messages of the decision pages of organisers and operators. */
export const useOfficeTexts = moduleTexts<typeof georgian>('requestOffice')
