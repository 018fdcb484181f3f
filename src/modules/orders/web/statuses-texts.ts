import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/statuses-en.json'
import georgian from '../messages/statuses-ka.json'

/** Labels of the states of orders in the back offices. */
export const useStatusTexts = ownTexts(georgian, english)
