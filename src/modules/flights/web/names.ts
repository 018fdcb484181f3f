/** Names of cities and airlines by code, from a reply. */
import type { FlightNames } from '../shapes.ts'

export function cityOf({ airports }: FlightNames, code: string): string {
  return airports.find((airport) => airport.code === code)?.city ?? code
}

export function airlineOf({ airlines }: FlightNames, code: string): string {
  return airlines.find((airline) => airline.code === code)?.name ?? code
}
