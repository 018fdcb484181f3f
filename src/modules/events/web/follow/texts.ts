import { ownTexts } from '#design/own-texts.ts'
import english from '../../messages/follow-en.json'
import georgian from '../../messages/follow-ka.json'

/** Texts of following, loaded with its buttons. */
export const useFollowTexts = ownTexts(georgian, english)
