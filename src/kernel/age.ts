/** Ages in whole years on a day, and the days of birth that they mean. Pure. */

/** Both inclusive; null: no limit. */
export interface AgeSpan {
  readonly ageMin: number | null
  readonly ageMax: number | null
}

/** ISO dates, both inclusive. */
export interface BirthSpan {
  readonly bornFrom: string
  readonly bornUntil: string
}

const oldestYears = 120

/**
 * The days of birth of those who are of an age on a day. Somebody born on 29 February has their birthday on 1 March in
 * other years. Nobody is born after `today`, nor more than 120 years before.
 * @param on ISO date on which the age is determined, usually that of travel
 * @param today ISO date
 */
export function birthSpanOf({ ageMin, ageMax }: AgeSpan, on: string, today: string): BirthSpan {
  const youngest = realDay(yearsBefore(on, ageMin ?? 0))
  return {
    bornFrom: dayAfter(realDay(yearsBefore(on, (ageMax ?? oldestYears - 1) + 1))),
    bornUntil: youngest < today ? youngest : today,
  }
}

export function isBornWithin(birthDate: string, { bornFrom, bornUntil }: BirthSpan): boolean {
  return birthDate >= bornFrom && birthDate <= bornUntil
}

/** Whether somebody is at least so many years old on a day. */
export function isOfAge(birthDate: string, years: number, on: string): boolean {
  return birthDate <= realDay(yearsBefore(on, years))
}

function yearsBefore(day: string, years: number): string {
  const year = String(Number(day.slice(0, 4)) - years)
  return year.padStart(4, '0') + day.slice(4)
}

/** 29 February becomes the 28th in a year that is not a leap year. */
function realDay(day: string): string {
  return new Date(day).toISOString().startsWith(day) ? day : `${day.slice(0, 8)}28`
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
}
