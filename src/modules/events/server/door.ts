/** What flows and apps may ask of events on the server. */
export { eventSource } from './event-source.ts'
export { eventTicketSource } from './ticket-source.ts'
export { LiveMaps } from './live/live-maps.ts'
export { refreshSoldOut } from './refresh-sold-out.ts'
