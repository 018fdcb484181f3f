import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/ask-en.json'
import georgian from '../messages/ask-ka.json'

/** Texts of asking for tickets; they come with the form, not with every page that may show it. */
export const useAskTexts = ownTexts(georgian, english)
