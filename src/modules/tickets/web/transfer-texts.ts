import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/transfer-en.json'
import georgian from '../messages/transfer-ka.json'

/** Texts of sharing and transfers; loaded with the panels that use them, not with every order. */
export const useTransferTexts = ownTexts(georgian, english)
