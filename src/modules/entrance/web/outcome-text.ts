import type { Outcome } from '../outcomes.ts'

type OwnWords = 'AlreadyUsed' | 'WrongEvent'

/** Whether an outcome has other words at a stop of a train or bus than at an event. */
function hasOwnWords(outcome: Outcome): outcome is OwnWords {
  return outcome === 'AlreadyUsed' || outcome === 'WrongEvent'
}

/** The key of an outcome's words. */
export function outcomeText<O extends Outcome>(
  outcome: O,
  isRun: boolean,
): O | `${O & OwnWords}Run` {
  return isRun && hasOwnWords(outcome) ? `${outcome}Run` : outcome
}
