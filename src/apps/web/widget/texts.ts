import { ownTexts } from '#design/own-texts.ts'
import english from '../messages/widget-en.json'
import georgian from '../messages/widget-ka.json'

export const useWidgetTexts = ownTexts(georgian, english)
