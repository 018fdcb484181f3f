import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/questions-en.json'
import georgian from '../messages/questions-ka.json'

/** Texts of what an order asks besides the buyer: passengers, documents, delivery. */
export const useQuestionTexts = ownTexts(georgian, english)
