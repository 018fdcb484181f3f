import { roomTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'

/** Texts of the pages of shows and events. */
export const useTexts = roomTexts<typeof georgian>('events')
