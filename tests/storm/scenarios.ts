import type { CallbackFaults, ApiFault } from './banks.ts'
import { apiFaults } from './banks.ts'
import { randomOf } from './random.ts'

/** The possible scenarios of a payment, with their weights. */
const weights = {
  pay: 7,
  /** Two transfers where the buyer pushes the money, else a normal payment. */
  parts: 1,
  decline: 1,
  abandon: 1,
  less: 1,
  more: 1,
  foreign: 1,
  /** Paid after the hold ended, the places still free. */
  'late-free': 1,
  /** Paid after the hold ended and another buyer bought the places. */
  'late-sold': 3,
  /** Paid after the bank had reported a failure. */
  'late-capture': 1,
  /** Paid in two windows. */
  twice: 2,
} as const
export type ScenarioKind = keyof typeof weights
export const scenarioKinds = Object.keys(weights) as ScenarioKind[]

/** All random decisions about one payment, made before its first step. */
export interface Scenario {
  readonly kind: ScenarioKind
  readonly callbackFaults: CallbackFaults
  /** Number of simultaneous requests for each step. */
  readonly repeats: number
  readonly isForged: boolean
  /** The fault at the bank while the session is created. */
  readonly fault: ApiFault | null
  /** If false, the buyer closes the bank's page instead of returning. */
  readonly returnsToShop: boolean
  readonly thinkMs: number
  /** A buyer whose payment could not be started, also by a fault meant for another one, starts again. */
  readonly mustReachBank: boolean
}

/** Scenarios whose outcome only the bank's callback reports, because no status request follows in time. */
const needsCallback: readonly ScenarioKind[] = ['late-free', 'late-sold', 'late-capture', 'twice']

/** Scenarios whose outcome only one bank has: the first of each must reach it, or the run would not cover them. */
const ofOneBank: readonly ScenarioKind[] = ['less', 'more']

const weighted = scenarioKinds.flatMap((kind) => Array.from({ length: weights[kind] }, () => kind))

/** The scenario of the payment with this number: it depends on the seed and the number alone. */
export function scenarioOf(seed: number, number: number): Scenario {
  const random = randomOf(Math.imul(seed, 2_654_435_761) + number * 40_503)
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value
  // Every scenario occurs with every bank, even with few payments.
  const round = Math.floor(number / 4)
  const kind =
    round < scenarioKinds.length ? (scenarioKinds[round] as ScenarioKind) : pick(weighted)
  const mustReachBank = round < scenarioKinds.length && ofOneBank.includes(kind)
  return {
    kind,
    callbackFaults: {
      copies: random() < 0.6 ? 3 : 1,
      delayMs: Math.floor(random() * 250),
      isLost: random() < 0.2 && !needsCallback.includes(kind),
      isContradicted: random() < 0.15,
    },
    repeats: pick([1, 2, 3]),
    isForged: random() < 0.25,
    fault: random() < 0.3 && !mustReachBank ? pick(apiFaults) : null,
    returnsToShop: random() < 0.7,
    thinkMs: Math.floor(random() * 60),
    mustReachBank,
  }
}
