/** The public API of the timetable. */
export type {
  Agency,
  ChangeTerms,
  BaggageOption,
  Locality,
  Network,
  Route,
  Stop,
  TravelClass,
  Trip,
  VehiclePlace,
  VehicleType,
} from './network.ts'
export { ownRidersOnSale, riderNumber, ridersOfTickets, ridersOnSale } from './riders.ts'
export { fetchRealtime } from './commands/fetch-realtime.ts'
export { readFeedAges } from './queries/feed-ages.ts'
export type { RunChange } from './commands/apply-realtime.ts'
export { importFeed, type FeedReport } from './commands/import-feed.ts'
export { makeRuns, runDaysAhead } from './commands/make-runs.ts'
export { exportFeed } from './gtfs/export-feed.ts'
export { feedImportJob } from './office/feed-imports.ts'
export { runFeedImport } from './office/run-feed-import.ts'
export { timetableRoutes } from './routes.ts'
export { openRun } from './commands/open-run.ts'
export {
  lockRun,
  setRunVehicle,
  setRunVehicles,
  shareRun,
  tryLockRuns,
} from './commands/set-run-vehicle.ts'
export { raiseTimetableVersion, readNetwork, reloadNetwork } from './network-cache.ts'
export {
  baggageOf,
  classFares,
  faresOf,
  type ClassFare,
  type FareQuestion,
} from './queries/fares.ts'
export { changeTravelClasses, usesOfClasses, type ClassRefusal } from './carrier/travel-classes.ts'
export { findOwnRun, listRunsOfDay } from './carrier/own-runs.ts'
export {
  changeFares,
  faresOfLine,
  findOwnLine,
  stopsOfLine,
  type FareOutcome,
  type OwnLine,
} from './carrier/own-fares.ts'
export { countVehicleRuns } from './carrier/vehicle-runs.ts'
export {
  changeCarrierTerms,
  type CarrierTerms,
  type ChangedTerms,
  type TermsChange,
  type TermsRefusal,
} from './carrier/carrier-terms.ts'
export { createVehicle, type CreatedVehicle } from './carrier/create-vehicle.ts'
export {
  findRunsOfTrips,
  lockCarrier,
  readTripVehicles,
  readVehicleDays,
  type VehicleDays,
  writeTripVehicles,
  type TripVehicles,
} from './carrier/trip-vehicles.ts'
export {
  cancelRun,
  reinstateRun,
  reportDelay,
  setPlatform,
  restoreSale,
  switchRunSale,
} from './carrier/change-runs.ts'
export { linesOnSale, type LineOnSale, type LinesQuestion } from './queries/lines-on-sale.ts'
export { listRuns, type RunsQuestion } from './queries/list-runs.ts'
export type { ServiceAlert } from './queries/alerts.ts'
export { readRuns, type Run, type RunStop } from './queries/read-runs.ts'
export { readRunPosition, type RunPosition } from './queries/run-position.ts'
export { addDays, localDate, localMoment } from './calendar.ts'
export {
  plannedOn,
  runsBetween,
  runsBetweenOn,
  type Stretch,
  type StretchQuestion,
} from './queries/runs-between.ts'
export { journeyCalendar, type CalendarDay } from './queries/journey-calendar.ts'
export { isSameVehicle } from './queries/through-rides.ts'
export { searchJourneys, type Journey, type JourneyQuestion } from './queries/search-journeys.ts'
export { nearbyStops, suggestStops, type SuggestedLocality } from './queries/suggest-stops.ts'
export {
  distanceKilometres,
  isForPassengers,
  isOrdinary,
  occupancyOf,
  riderPrice,
  steppedPrice,
  type PriceMoment,
  type PriceStep,
} from './rules.ts'
export { timetableLogNamers } from './log-names.ts'
export { modeOfRouteType } from './travel-mode.ts'
