import type { Noise, Trouble } from './banks.ts'
import { troubles } from './banks.ts'
import { randomOf } from './random.ts'

/** What becomes of one payment, and how often it is to come up among twenty. */
const weights = {
  pay: 7,
  /** Money that comes in two parts where it is sent, else paid. */
  parts: 1,
  decline: 1,
  abandon: 1,
  less: 1,
  more: 1,
  foreign: 1,
  /** Paid after the hold ended, the places still free. */
  'late-free': 1,
  /** Paid after the hold ended and somebody else bought the places. */
  'late-sold': 3,
  /** Paid after the bank had called it failed. */
  regret: 1,
  /** Paid in two windows. */
  twice: 2,
} as const
export type Story = keyof typeof weights
export const stories = Object.keys(weights) as Story[]

/** Everything about one payment that chance decides, all of it before the first step. */
export interface Fate {
  readonly story: Story
  readonly noise: Noise
  /** How often each button is pressed at once. */
  readonly presses: number
  readonly isForged: boolean
  /** What goes wrong at the bank while it is made. */
  readonly trouble: Trouble | null
  /** The buyer closes the window at the bank instead of coming back. */
  readonly comesBack: boolean
  readonly thinkMs: number
}

/** Stories whose outcome only a message of the bank can tell: nobody asks again for so long. */
const needsWord: readonly Story[] = ['late-free', 'late-sold', 'regret', 'twice']

/** Stories that only one bank can tell: the first time each has to reach it, or a run would prove nothing of them. */
function mustArrive(turn: number, story: Story): boolean {
  return turn < stories.length && (story === 'less' || story === 'more')
}

const wheel = stories.flatMap((story) => Array.from({ length: weights[story] }, () => story))

/** The fate of the payment with this number: the same for the same seed, whatever the others do. */
export function fateOf(seed: number, number: number): Fate {
  const random = randomOf(Math.imul(seed, 2_654_435_761) + number * 40_503)
  const among = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value
  // Every story comes up with every bank however few payments there are.
  const turn = Math.floor(number / 4)
  const story = turn < stories.length ? (stories[turn] as Story) : among(wheel)
  return {
    story,
    noise: {
      copies: random() < 0.6 ? 3 : 1,
      delayMs: Math.floor(random() * 250),
      isLost: random() < 0.2 && !needsWord.includes(story),
      contradicts: random() < 0.15,
    },
    presses: among([1, 2, 3]),
    isForged: random() < 0.25,
    trouble: random() < 0.3 && !mustArrive(turn, story) ? among(troubles) : null,
    comesBack: random() < 0.7,
    thinkMs: Math.floor(random() * 60),
  }
}
