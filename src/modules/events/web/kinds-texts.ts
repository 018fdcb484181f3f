import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/kinds-en.json'
import georgian from '../messages/kinds-ka.json'

/** Texts of tables, offers, packages and requests; they come with the parts that say them, not with every page. */
export const useKindsTexts = ownTexts(georgian, english)
