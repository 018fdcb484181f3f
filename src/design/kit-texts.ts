import english from './messages/en.json'
import georgian from './messages/ka.json'
import { ownTexts } from './own-texts.ts'

/** Words of the controls themselves; they come with the controls that say them. */
export const useKitTexts = ownTexts(georgian, english)
