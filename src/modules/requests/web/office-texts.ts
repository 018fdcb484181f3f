import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/office-ka.json'

/** Texts of deciding on requests, for organisers and operators. */
export const useOfficeTexts = moduleTexts<typeof georgian>('requestOffice')
