import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/consent-en.json'
import georgian from '../messages/consent-ka.json'

export const useConsentTexts = ownTexts(georgian, english)
