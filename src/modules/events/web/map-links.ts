import type { VenueView } from '#modules/catalogue/contract.ts'

/** An address on OpenStreetMap: it opens on any device and asks for no key. */
export function mapAddress({ latitude, longitude }: Pick<VenueView, 'latitude' | 'longitude'>) {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}

/** Where the way to a venue is shown, from wherever one is. */
export function directionsAddress({
  latitude,
  longitude,
}: Pick<VenueView, 'latitude' | 'longitude'>) {
  return `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`
}
