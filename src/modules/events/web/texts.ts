import { moduleTexts } from '#design/texts.tsx'
import type georgian from '../messages/ka.json'
import type georgianShows from '../messages/shows-ka.json'
import type georgianVenues from '../messages/venues-ka.json'

/** Texts of cards, prices and the home page, loaded with every page. */
export const useTexts = moduleTexts<typeof georgian>('events')

/** Texts of venue pages, loaded with the first of them. */
export const useVenueTexts = moduleTexts<typeof georgianVenues>('venues')

export type ShowTexts = typeof georgian & typeof georgianShows

/** Texts of the pages of shows and events, with those of every page; loaded with the first of them. */
export const useShowTexts = moduleTexts<ShowTexts>('shows')
