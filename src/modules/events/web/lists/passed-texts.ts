import { ownTexts } from '#design/own-texts.ts'
import english from '../../messages/passed-en.json'
import georgian from '../../messages/passed-ka.json'

/** Texts of the list of past events, loaded with its page. */
export const usePassedTexts = ownTexts(georgian, english)
