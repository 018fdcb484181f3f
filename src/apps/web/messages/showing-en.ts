import type { SameKeys } from '#kernel/texts.ts'
import events from '#modules/events/messages/en.json'
import shows from '#modules/events/messages/shows-en.json'
import type { showingTexts as georgian } from './showing-ka.ts'

const english = { ...events, ...shows }
const checked: SameKeys<(typeof georgian)['shows'], typeof english> = english

/** English texts of the pages of shows and events. */
export const showingTexts = { shows: checked }
