import { moduleTexts } from '#design/texts.tsx'
import type office from '../messages/office-ka.json'
import type own from '../messages/ka.json'

/** Messages of an organiser's own page. */
export const useTexts = moduleTexts<typeof own>('settlements')

/** Messages of the operator's page. */
export const useOfficeTexts = moduleTexts<typeof office>('settlementsOffice')
