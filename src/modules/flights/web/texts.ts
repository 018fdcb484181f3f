import { moduleTexts } from '#design/texts.tsx'
import type georgianDictionary from '../messages/dictionary-ka.json'
import type georgian from '../messages/ka.json'

/** Texts of the flight pages. */
export const useTexts = moduleTexts<typeof georgian>('flights')

export type DictionaryKey = keyof typeof georgianDictionary

/** Texts of the dictionary. */
export const useDictionaryTexts = moduleTexts<typeof georgianDictionary>('flightDictionary')
