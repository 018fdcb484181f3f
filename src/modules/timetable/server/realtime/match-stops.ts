/** Finds the update of each stop of a run; pure. */
import type { StopUpdate } from './read-message.ts'

/** A stop as the feed names it. */
export interface NamedStop {
  readonly gtfsId: string
  /** `stop_sequence` of the feed. */
  readonly sequence: number
}

type Reference = Pick<StopUpdate, 'stopSequence' | 'stopId' | 'assignedStopId'>

/**
 * The update of each stop, by position; undefined: none. The number of the feed decides, since a trip may call at a stop
 * twice; an update without a known number is for the next call at its stop.
 */
export function matchStops<Update extends Reference>(
  stops: readonly NamedStop[],
  updates: readonly Update[],
): (Update | undefined)[] {
  const found: (Update | undefined)[] = stops.map(() => undefined)
  let next = 0
  for (const update of updates) {
    const position = positionOf(stops, update, (index) => found[index] === undefined, next)
    if (position < 0) continue
    found[position] ??= update
    next = position + 1
  }
  return found
}

/** Position of the stop that is meant; −1 if the trip does not call there. */
export function positionOf(
  stops: readonly NamedStop[],
  {
    stopSequence,
    stopId,
    assignedStopId = null,
  }: Omit<Reference, 'assignedStopId'> & Partial<Reference>,
  isFree: (index: number) => boolean = () => true,
  from = 0,
): number {
  const bySequence =
    stopSequence === null ? -1 : stops.findIndex(({ sequence }) => sequence === stopSequence)
  const isOther =
    stopId !== null && stopId !== assignedStopId && stops[bySequence]?.gtfsId !== stopId
  if (bySequence >= 0 && !isOther) return bySequence
  // A number that contradicts the stop is not the one of the feed.
  const isCall = (index: number): boolean => stops[index]?.gtfsId === stopId && isFree(index)
  const calls = stops.flatMap((_, index) => (stopId !== null && isCall(index) ? [index] : []))
  return calls.find((index) => index >= from) ?? calls[0] ?? bySequence
}
