/** Address of a place on OpenStreetMap, with a pin. */
export function mapAddress(place: {
  readonly latitude: number
  readonly longitude: number
}): string {
  const { latitude, longitude } = place
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}
