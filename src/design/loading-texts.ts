import english from './messages/loading-en.json'
import georgian from './messages/loading-ka.json'
import { ownTexts } from './own-texts.ts'

/** Texts of parts that load in the browser, separate from those of components on first pages. */
export const useLoadingTexts = ownTexts(georgian, english)
