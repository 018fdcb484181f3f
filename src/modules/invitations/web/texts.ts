import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/en.json'
import georgian from '../messages/ka.json'

/** Texts of invitations; they come with the panels and the page that say them. */
export const useTexts = ownTexts(georgian, english)
