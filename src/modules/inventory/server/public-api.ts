/** The inventory's public API. */
export type { Counter, HoldRequest, PlaceAllocation, PoolQuantity } from './rules.ts'
export { availabilityState } from './rules.ts'
export {
  changeSaleRules,
  endSale,
  setWithdrawn,
  shiftSales,
  stopSale,
  withdrawSaleEnd,
  type SaleRules,
} from './commands/change-sale-rules.ts'
export {
  addMissingPools,
  addPools,
  createOfferings,
  type PlainOffering,
} from './commands/create-offerings.ts'
export { changePoolCapacity } from './commands/change-pool-capacity.ts'
export { createOffering, type NewOffering } from './commands/create-offering.ts'
export { extendHolds } from './commands/extend-holds.ts'
export { transferPlaces } from './commands/transfer-places.ts'
export { holdAcross } from './commands/hold-across.ts'
export { holdPlaces, type HoldAnswer } from './commands/hold-places.ts'
export { withholdPlaces } from './commands/withhold-places.ts'
export { reclaimExpired } from './commands/reclaim-expired.ts'
export { releaseClaims } from './commands/release-claims.ts'
export { freeEndedHolds } from './commands/free-ended-holds.ts'
export { releaseHolds, type PartOfHold } from './commands/release-holds.ts'
export { readMarkedPlaces, rearrangePlaces } from './commands/rearrange-places.ts'
export {
  missingPlace,
  readTakenLegs,
  rearrangeLegs,
  type MovedStretch,
  type TakenLeg,
} from './commands/rearrange-legs.ts'
export { resizePools, type PoolSize } from './commands/resize-pools.ts'
export { lockAllocations } from './commands/lock-allocations.ts'
export { retireOffering } from './commands/retire-offering.ts'
export { returnPlaces, type Returned, type ReturnOptions } from './commands/return-places.ts'
export { sellPlaces } from './commands/sell-places.ts'
export { readFreePlaces } from './queries/read-free-places.ts'
export { readHoldEnds, type HoldEnds } from './queries/read-hold-ends.ts'
export { findSoldOut } from './queries/find-sold-out.ts'
export {
  readAvailability,
  type Availability,
  type AvailabilityOptions,
} from './queries/read-availability.ts'
export { placesChannel, poolsItem } from './place-notifications.ts'
export {
  readLiveOffering,
  readLivePlaces,
  readLivePools,
  type LiveOffering,
  type LivePlace,
} from './queries/read-live-places.ts'
export { readLegCounts, type LegCounts } from './queries/read-leg-counts.ts'
export { readLegUse, type LegUse } from './queries/read-leg-use.ts'
export { readRides } from './queries/read-rides.ts'
export { readPoolUse, type PoolUse } from './queries/read-pool-use.ts'
export { readCapacity, type Stock } from './queries/read-capacity.ts'
export { isSaleEnded, isSelling, readOffering, type Offering } from './queries/read-offering.ts'
export { readPlaceStates, type PlaceUse } from './queries/read-place-states.ts'
export { isInUse, isSoldOut, isTaken, readUse, type OfferingUse } from './queries/read-use.ts'
