import { useState } from 'react'
import { tetriOf } from '../amounts.ts'

/** The cash that a buyer gives for a total; nothing typed is exactly the total. */
export function useCash(totalMinor: number) {
  const [given, setGiven] = useState('')
  const [isTried, setTried] = useState(false)
  const givenMinor = given === '' ? totalMinor : tetriOf(given)
  return {
    given,
    givenMinor,
    totalMinor,
    /** What is missing, once a sale was tried; not while the first figures are typed. */
    missingMinor: isTried && givenMinor !== null ? Math.max(0, totalMinor - givenMinor) : 0,
    onGiven: setGiven,
    /** The cash for a sale, or null if it is not enough or no amount, which the field then says. */
    take(): number | null {
      setTried(true)
      return givenMinor === null || givenMinor < totalMinor ? null : givenMinor
    },
    clear(): void {
      setGiven('')
      setTried(false)
    },
  }
}

export type Cash = ReturnType<typeof useCash>
