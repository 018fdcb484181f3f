import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of the operator's timetable pages. */
export const useTexts = moduleTexts<typeof georgian>('timetable')
