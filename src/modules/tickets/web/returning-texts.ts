import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/returning-en.json'
import georgian from '../messages/returning-ka.json'

/** Texts of returning and reselling; they come with the panels that say them, not with every order. */
export const useReturningTexts = ownTexts(georgian, english)
