/**
 * Names of places that are not called row and seat: "Box 3, chair 2". Set by a rule; the map, the order and the
 * ticket use the same name.
 */
import type { Locale, LocalizedText } from './locale.ts'

/** Nouns and a template for the places of a venue; absent fields fall back to the default nouns. */
export interface PlaceNaming<Words = LocalizedText> {
  readonly section?: Words
  readonly row?: Words
  readonly seat?: Words
  readonly table?: Words
  readonly ticketType?: Words
  /** The entrance as the ticket shows it: "Gate B". */
  readonly entrance?: Words
  /** The place as a whole, from `{section}`, `{row}`, `{seat}` and `{table}`. */
  readonly place?: Words
  /** Seats of one ticket on several vehicles, as on a trip of several flights; `place` says them in words. */
  readonly seats?: readonly SeatOn[]
}

export interface SeatOn {
  /** Number of the flight: `TK 379`. */
  readonly vehicle: string
  /** Null if none was chosen: it is assigned at check-in. */
  readonly seat: string | null
}

/** In one language. */
export type PlaceNouns = PlaceNaming<string>

/** Values of a place for the template; a template that needs a missing value is not used. */
export type PlaceParts = Readonly<Partial<Record<PlacePart, string>>>
export const placeParts = ['section', 'row', 'seat', 'table'] as const
type PlacePart = (typeof placeParts)[number]

const placeholder = /\{([a-zA-Z]*)\}/g

/** The names between braces, known or not. */
export function partsOfTemplate(template: string): string[] {
  return [...template.matchAll(placeholder)].map(([, name = '']) => name)
}

export function placeNounsOf(naming: PlaceNaming, locale: Locale): PlaceNouns {
  const { section, row, seat, table, ticketType, entrance, place, seats } = naming
  return {
    section: section?.[locale],
    row: row?.[locale],
    seat: seat?.[locale],
    table: table?.[locale],
    ticketType: ticketType?.[locale],
    entrance: entrance?.[locale],
    place: place?.[locale],
    ...(seats && { seats }),
  }
}

/** The template filled in; null when there is no template, or the place lacks a value it needs. */
export function templateText(naming: PlaceNouns, parts: PlaceParts): string | null {
  const { place } = naming
  if (place === undefined) return null
  const values = new Map<string, string>(Object.entries(parts))
  if (partsOfTemplate(place).some((name) => !values.get(name))) return null
  return place.replaceAll(placeholder, (_whole, name: string) => values.get(name) ?? '')
}

/** "Box 3": the noun and the label, or `usual` when the venue does not rename its places. */
export function nounWithLabel(noun: string | undefined, label: string, usual: string): string {
  return noun === undefined ? usual : `${noun} ${label}`
}
