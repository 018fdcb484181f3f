import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/returning-en.json'
import georgian from '../messages/returning-ka.json'

/** Texts of returning and reselling; loaded with the panels that use them, not with every order. */
export const useReturningTexts = ownTexts(georgian, english)
