import { ownTexts } from '#design/own-texts.ts'
import english from '../../messages/terms-office-en.json'
import georgian from '../../messages/terms-office-ka.json'

export const useTermsTexts = ownTexts(georgian, english)
