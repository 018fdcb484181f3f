import { useEffect, useState } from 'react'
import { useTexts } from '../texts.ts'

/** Moments worth saying aloud, in seconds. */
const spokenSeconds = [600, 300, 120, 60, 30] as const

/** After the heading of the page, which has the focus. */
const readAfterMilliseconds = 1_000

/** What a screen reader says: the time at the beginning, then only at the moments worth saying. */
export default function SpokenTime({ left }: { readonly left: number }): string {
  const t = useTexts()
  const [minutes] = useState(() => Math.floor(left / 60_000))
  const [isRead, setRead] = useState(false)
  // Only changes of a region that is already on the page are read.
  useEffect(() => {
    const timer = setTimeout(() => setRead(true), readAfterMilliseconds)
    return () => clearTimeout(timer)
  }, [])
  if (!isRead) return ''
  const seconds = Math.ceil(left / 1000)
  const moment = spokenSeconds.findLast((candidate) => seconds <= candidate)
  if (moment === undefined) return t('minutesLeft', { count: minutes })
  return moment >= 60
    ? t('minutesLeft', { count: moment / 60 })
    : t('secondsLeft', { count: moment })
}
