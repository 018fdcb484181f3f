import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/en.json'
import georgian from '../messages/ka.json'

/** Messages of invitations, loaded with the panels and the page that use them. */
export const useTexts = ownTexts(georgian, english)
