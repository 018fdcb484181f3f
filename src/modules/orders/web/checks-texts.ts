import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/checks-en.json'
import georgian from '../messages/checks-ka.json'

/** Texts of what a buyer proves before paying. */
export const useCheckTexts = ownTexts(georgian, english)
