import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/prices-en.json'
import georgian from '../messages/prices-ka.json'

/** Texts of discounts and options. */
export const usePriceTexts = ownTexts(georgian, english)
