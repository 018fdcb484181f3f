import { roomTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'
import type georgianVenues from '../messages/venues-ka.json'

/** Texts of the pages of shows and events. */
export const useTexts = roomTexts<typeof georgian>('events')

/** Texts of the pages of venues, which come with the first of them. */
export const useVenueTexts = roomTexts<typeof georgianVenues>('venues')
