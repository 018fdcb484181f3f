import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/details-en.json'
import georgian from '../messages/details-ka.json'

/** Texts of visitors and additional fields; downloaded with the panels that use them. */
export const useDetailTexts = ownTexts(georgian, english)
