import english from './messages/en.json'
import georgian from './messages/ka.json'
import { ownTexts } from './own-texts.ts'

/** Texts of the components themselves, loaded with the components that use them. */
export const useKitTexts = ownTexts(georgian, english)
