/** Means of travel of scheduled services; free of schemas, since browsers use it. */
export const travelModes = [
  'bus',
  'train',
  'coach',
  'ferry',
  'tram',
  'metro',
  'monorail',
  'trolleybus',
  'cable-car',
  'funicular',
  'air',
  'taxi',
  'other',
] as const
export type TravelMode = (typeof travelModes)[number]
