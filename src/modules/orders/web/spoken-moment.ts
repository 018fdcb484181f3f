/** Moments worth saying aloud, in seconds. */
const spokenSeconds = [600, 300, 120, 60, 30] as const

export interface SpokenMoment {
  readonly unit: 'minutes' | 'seconds'
  readonly count: number
}

/**
 * The time that is said: what is left when the page is opened, then each moment as it is reached. One that had passed by
 * then is never said, because the page shows less. Milliseconds.
 */
export function spokenMoment(first: number, left: number): SpokenMoment {
  const reached = spokenSeconds.findLast(
    (moment) => moment * 1_000 < first && Math.ceil(left / 1_000) <= moment,
  )
  const seconds = reached ?? Math.floor(first / 1_000)
  return seconds >= 60
    ? { unit: 'minutes', count: Math.floor(seconds / 60) }
    : { unit: 'seconds', count: seconds }
}
