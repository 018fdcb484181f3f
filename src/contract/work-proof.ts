/**
 * Header with a proof of work: `challenge:nonce`, for which SHA-256 begins with the number of zero bits that the
 * refusal `HoldWorkNeeded` named. Anonymous callers prove work for places that exceed the share of their network.
 */
export const workProofHeader = 'work-proof'

export const workProofLengthMax = 1_000

/** Detail of the refusal `HoldWorkNeeded`. */
export interface WorkChallenge {
  readonly challenge: string
  readonly bits: number
}
