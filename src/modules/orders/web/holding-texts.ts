import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/holding-en.json'
import georgian from '../messages/holding-ka.json'

/** Texts of the questions about places that are held: more time, or their release. */
export const useHoldingTexts = ownTexts(georgian, english)
