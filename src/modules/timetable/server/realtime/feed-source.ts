/** A feed, and the address of one of its messages. */
export interface FeedSource {
  readonly feedId: number
  readonly name: string
  readonly source: string
}

/** Clocks of carriers may differ from ours by this much. */
export const clockDriftSeconds = 60
