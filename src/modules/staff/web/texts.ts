import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Messages of the staff pages: signing in, team, log. */
export const useTexts = moduleTexts<typeof georgian>('staff')
