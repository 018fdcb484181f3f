import type { VenueView } from '#modules/catalogue/contract.ts'

/** An address on OpenStreetMap, which works on any device without a key. */
export function mapAddress({ latitude, longitude }: Pick<VenueView, 'latitude' | 'longitude'>) {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}

/** A link with directions to a venue from the visitor's position. */
export function directionsAddress({
  latitude,
  longitude,
}: Pick<VenueView, 'latitude' | 'longitude'>) {
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`
}
