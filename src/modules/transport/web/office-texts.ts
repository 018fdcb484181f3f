import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/office-ka.json'

/** Texts of the pages of carriers' staff. */
export const useTexts = moduleTexts<typeof georgian>('transportOffice')
