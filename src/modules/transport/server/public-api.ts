/** Server API of journeys for flows and apps. */
export { transportEntranceSource } from './entrance-source.ts'
export { findPlaces } from './find-places.ts'
export { transportSource } from './offer-source.ts'
export { baggageIdOf, mayTakeBaggage, selectMovingBaggage } from './moving-baggage.ts'
export {
  offerChange,
  readChangeTerms,
  type ChangingTicket,
  type OfferedChange,
  type RequestedSeat,
} from './offer-change.ts'
export {
  rebookedParty,
  rebookingOffers,
  rebookingRequest,
  type RebookedParty,
} from './offer-rebooking.ts'
export { readPlainSegment } from './present-segment.ts'
export { transportRequestSource } from './request-source.ts'
export { transportOfficeRoutes } from './office/routes.ts'
export { transportRoutes } from './routes.ts'
export { transportListedSource } from './listed-source.ts'
export { transportSearchSource } from './search-source.ts'
export { transportSellerSource } from './seller-source.ts'
export { transportTicketSource } from './ticket-source.ts'
export { syncReturnTerms } from './sync-return-terms.ts'
export { notifyRunChanges } from './notify-run-changes.ts'
export { deleteOldClassRefunds, transportFulfilment } from './swap/lower-class.ts'
export { vehicleChangedJob, writeVehicleChanged } from './swap/notify-of-vehicle.ts'
export { transportWatchSource } from './watch-source.ts'
