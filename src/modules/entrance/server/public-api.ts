/** The entrance module's public API. */
export type { EntranceGate, EntranceItem, EntranceSource, EntranceStop } from './entrance-source.ts'
export type { EntrancePorts } from './ports.ts'
export { entranceRoutes } from './routes.ts'
export { passengersOf, unitKey } from './passenger-of.ts'
export { findOwnItem, withLegs } from './queries/own-items.ts'
