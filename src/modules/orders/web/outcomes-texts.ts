import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/outcomes-en.json'
import georgian from '../messages/outcomes-ka.json'

/** Texts of what became of an order or its payment. */
export const useOutcomeTexts = ownTexts(georgian, english)
