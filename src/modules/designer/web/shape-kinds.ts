/** Shapes that are drawn but not sold. */
export const shapeKinds = [
  'stage',
  'pitch',
  'screen',
  'bar',
  'floor',
  'wall',
  'line',
  'entrance',
] as const
export type ShapeKind = (typeof shapeKinds)[number]
