/** Server API of the flights module. */
import type { Implementation } from '#platform/http/implement.ts'
import { bookingRoutes } from './booking-routes.ts'
import type { FlightPorts } from './ports.ts'
import { searchRoutes } from './search-routes.ts'

export { flightListedSource } from './listed-source.ts'
export { flightSearchSource } from './search-source.ts'
export { flightFulfilment } from './booking/fulfilment.ts'
export { checkScheduleChanges } from './booking/schedule-changes.ts'
export { deleteOldEvents } from './booking/receive-event.ts'
export { releaseAbandoned } from './booking/release-abandoned.ts'
export { eraseTravellers } from './booking/store.ts'
export { createDuffel } from './duffel/adapter.ts'
export { houseSupplier } from './house/adapter.ts'
export { createIati } from './iati/adapter.ts'
export { flightSource } from './offer-source.ts'
export type { FlightPorts } from './ports.ts'
export { searchesSettled } from './search/run-search.ts'
export { deleteOldSearches } from './search/store.ts'
export type { FlightSupplier } from './supplier.ts'
export { flightTicketSource } from './ticket-source.ts'

/** All routes of flights. */
export function flightRoutes(ports: FlightPorts): readonly Implementation[] {
  return [...searchRoutes(ports), ...bookingRoutes(ports)]
}
