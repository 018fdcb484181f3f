import english from './messages/loading-en.json'
import georgian from './messages/loading-ka.json'
import { ownTexts } from './own-texts.ts'

/** Words of what is filled in the browser, apart from those of the controls that first pages have. */
export const useLoadingTexts = ownTexts(georgian, english)
