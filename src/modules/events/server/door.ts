/** What flows and apps may ask of events on the server. */
export { eventSource } from './event-source.ts'
export { eventTicketSource } from './ticket-source.ts'
export { LiveMaps } from './live/live-maps.ts'
export { refreshSoldOut } from './refresh-sold-out.ts'
export { guarded } from './guess-guard.ts'
export { sourceName } from './quote.ts'
export { takePlaces } from './take-places.ts'
export { typesOfEvent } from './types-of-event.ts'
