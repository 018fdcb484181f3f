import { ownTexts } from '#design/own-texts.ts'
import english from '../../messages/calendar-en.json'
import georgian from '../../messages/calendar-ka.json'

/** Texts of the calendar, loaded with its page. */
export const useCalendarTexts = ownTexts(georgian, english)
