/** Dates relative to a moment, for tests that run with the real clock. */
const day = 86_400_000
const georgia = 4 * 3_600_000

/** The date in Tbilisi a number of days after a moment: `2027-03-05`. */
export function dateAfter(now: Date, days: number): string {
  return new Date(now.getTime() + georgia + days * day).toISOString().slice(0, 10)
}

/** The birth date of somebody who is so many years old. */
export function birthDateAt(now: Date, years: number): string {
  return dateAfter(now, -Math.round(years * 365.25))
}
