import { ownTexts } from '#design/own-texts.ts'
import english from '../../messages/list-filters-en.json'
import georgian from '../../messages/list-filters-ka.json'

/** Texts of a list's filters, loaded with the form. */
export const useFilterTexts = ownTexts(georgian, english)
