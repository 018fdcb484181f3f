import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of staff: signing in, the team, the log. */
export const useTexts = moduleTexts<typeof georgian>('staff')
