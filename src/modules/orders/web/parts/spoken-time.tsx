import { useEffect, useState } from 'react'
import { spokenMoment } from '../spoken-moment.ts'
import { useTexts } from '../texts.ts'

/** After the heading of the page, which has the focus. */
const readAfterMilliseconds = 1_000

/** What a screen reader says: the time at the beginning, then only at the moments worth saying. */
export default function SpokenTime({ left }: { readonly left: number }): string {
  const t = useTexts()
  const [first, setFirst] = useState(left)
  const [isRead, setRead] = useState(false)
  // More time was asked for.
  if (left > first) setFirst(left)
  // Only changes of a region that is already on the page are read.
  useEffect(() => {
    const timer = setTimeout(() => setRead(true), readAfterMilliseconds)
    return () => clearTimeout(timer)
  }, [])
  if (!isRead) return ''
  const { unit, count } = spokenMoment(first, left)
  return t(unit === 'minutes' ? 'minutesLeft' : 'secondsLeft', { count })
}
