import { lazy, Suspense } from 'react'
import { late } from '#design/late.ts'
import { formatTime } from '#kernel/format.ts'
import { useChoosingTexts } from '../choosing-texts.ts'

const FollowButton = lazy(() => late(import('../follow/follow-button.tsx')))

interface AllHeldProps {
  /** When the first hold ends. */
  readonly until: string
  readonly eventId: number
  /** What the alert is called; absent where nobody signs in. */
  readonly alertName: string | undefined
}

/** Nothing is free, but not all is sold: when something may be again, and the alert for it. */
export function AllHeld({ until, eventId, alertName }: AllHeldProps) {
  const t = useChoosingTexts()
  return (
    <div aria-live="polite" className="mb-4 rounded-md bg-accent-wash px-4 py-3">
      <p className="font-semibold">{t('allHeldTitle')}</p>
      <p>{t('allHeldText', { time: formatTime(until) })}</p>
      {alertName !== undefined && (
        <Suspense>
          <FollowButton kind="event" id={eventId} name={alertName} className="mt-2 block" />
        </Suspense>
      )}
    </div>
  )
}
