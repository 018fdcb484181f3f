import { ownTexts } from '#design/own-texts.ts'
import english from '../../messages/assign-office-en.json'
import georgian from '../../messages/assign-office-ka.json'

export const useAssignTexts = ownTexts(georgian, english)
