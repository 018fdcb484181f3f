import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/ways-en.json'
import georgian from '../messages/ways-ka.json'

/** Texts of the ways to pay that begin with another button than the form's. */
export const useWayTexts = ownTexts(georgian, english)
