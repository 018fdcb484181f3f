import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/ask-en.json'
import georgian from '../messages/ask-ka.json'

/** Messages of the request form, loaded with the form instead of with every page that may show it. */
export const useAskTexts = ownTexts(georgian, english)
