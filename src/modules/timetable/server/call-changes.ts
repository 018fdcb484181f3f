/** Stops of a run at which it calls otherwise than planned; pure. */

/** Bits of `run.call_changes`. */
export const callChange = { noBoarding: 1, noAlighting: 2, skipped: 4 } as const

/** By stop; null: as in the timetable. */
export type CallChanges = readonly number[] | null

/** Whether nobody can ride between these stops although the timetable offers it. */
export function isClosed(changes: CallChanges, legFrom: number, legTo: number): boolean {
  if (changes === null) return false
  const { noBoarding, noAlighting } = callChange
  return ((changes[legFrom] ?? 0) & noBoarding) !== 0 || ((changes[legTo] ?? 0) & noAlighting) !== 0
}
