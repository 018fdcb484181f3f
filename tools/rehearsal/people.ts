/** Visitors with arrival times and behaviour, drawn from the seed and therefore reproducible. */

export interface Person {
  readonly number: number
  /** Seconds from the opening; negative: before it. */
  readonly comesAt: number
  readonly ip: string
  readonly phone: string
  /** Number of tickets wanted. */
  readonly tickets: number
  /** Uses a stream; others poll. */
  readonly isLive: boolean
  /** Additional seconds that the phone needs for each step. */
  readonly slowness: number
  /** Seconds of waiting after which they leave the queue or close the page. */
  readonly patience: number
  readonly leavesQueue: boolean
  readonly outcome: BankOutcome
  /** Seconds before each step after admission. */
  readonly thinks: readonly [choosing: number, paying: number]
  /** A separate random generator, so that outcomes do not depend on timing. */
  readonly draw: () => number
}

/** The outcome at the bank. */
export type BankOutcome =
  | 'pays'
  | 'pays and the callback is late'
  | 'pays and the callback is lost'
  | 'is declined'
  | 'is declined and pays again'
  | 'walks away from the checkout'
  | 'walks away from the bank'
  | 'pays too little'

const outcomes: readonly (readonly [share: number, outcome: BankOutcome])[] = [
  [0.6, 'pays'],
  [0.1, 'pays and the callback is late'],
  [0.04, 'pays and the callback is lost'],
  [0.05, 'is declined'],
  [0.06, 'is declined and pays again'],
  [0.07, 'walks away from the checkout'],
  [0.06, 'walks away from the bank'],
  [0.02, 'pays too little'],
]

/** Number of visitors per IP address, as in families and offices. */
const peoplePerAddress = 3
/** Shares of visitors before the opening, and in the first rush after it; the rest arrive gradually. */
const earlyShare = 0.6
const rushShare = 0.2
const liveMax = 8_000

export function drawPeople(options: {
  readonly count: number
  readonly leadSeconds: number
  readonly saleSeconds: number
  readonly randomOf: (seed: number) => () => number
  readonly seed: number
}): Person[] {
  const { count, leadSeconds, saleSeconds, randomOf, seed } = options
  const liveShare = Math.min(0.4, liveMax / Math.max(1, count))
  const people = Array.from({ length: count }, (_, number): Person => {
    const draw = randomOf(seed * 31 + number)
    // The first values of neighbouring seeds are similar.
    draw()
    const address = Math.floor(number / peoplePerAddress)
    return {
      number,
      comesAt: arrivalOf(draw, leadSeconds, saleSeconds),
      ip: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
      phone: `+9955${String(50_000_000 + number).padStart(8, '0')}`,
      tickets: 1 + Math.floor(draw() ** 1.5 * 4),
      isLive: draw() < liveShare,
      slowness: draw() < 0.1 ? 1 + draw() * 3 : 0,
      patience: draw() < 0.15 ? 20 + draw() * saleSeconds : Infinity,
      leavesQueue: draw() < 0.5,
      outcome: drawBankOutcome(draw()),
      thinks: [1 + draw() * 6, 2 + draw() * 8],
      draw,
    }
  })
  return people.toSorted((left, right) => left.comesAt - right.comesAt)
}

function arrivalOf(draw: () => number, leadSeconds: number, saleSeconds: number): number {
  const kind = draw()
  // Increasingly frequent towards the opening.
  if (kind < earlyShare) return -leadSeconds * (1 - Math.sqrt(draw()))
  if (kind < earlyShare + rushShare) return -Math.log(1 - draw() * 0.98) * 4
  return draw() * saleSeconds * 0.7
}

function drawBankOutcome(chance: number): BankOutcome {
  let left = chance
  for (const [share, outcome] of outcomes) {
    if (left < share) return outcome
    left -= share
  }
  return 'pays'
}
