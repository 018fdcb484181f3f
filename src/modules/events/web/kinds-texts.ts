import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/kinds-en.json'
import georgian from '../messages/kinds-ka.json'

/** Texts of tables, offers, packages and requests; loaded with the components that use them. */
export const useKindsTexts = ownTexts(georgian, english)
