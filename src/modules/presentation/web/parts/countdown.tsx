import { useEffect, useState } from 'react'
import { When } from '#design/parts/when.tsx'
import { useTexts } from '../texts.ts'

/** Time until an instant. Server-rendered pages contain the instant only, because they are cached for all visitors. */
export function Countdown({ until, after }: { until: string; after: string }) {
  const t = useTexts()
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const look = (): void => setNow(Date.now())
    look()
    const timer = setInterval(look, 1_000)
    return () => clearInterval(timer)
  }, [])
  const left = now === null ? null : Math.floor((Date.parse(until) - now) / 1_000)
  if (left !== null && left <= 0) return <p className="mt-3 text-lg">{after}</p>
  const units =
    left === null
      ? []
      : ([
          ['countdownDays', Math.floor(left / 86_400)],
          ['countdownHours', Math.floor(left / 3_600) % 24],
          ['countdownMinutes', Math.floor(left / 60) % 60],
          ['countdownSeconds', left % 60],
        ] as const)
  return (
    <div className="mt-3">
      <p className="text-lg">
        <When at={until} />
      </p>
      <p role="timer" aria-live="off" className="mt-3 flex min-h-16 flex-wrap gap-group">
        {units.map(([key, value]) => (
          <span key={key}>
            <span className="figures block font-display text-4xl font-bold">{value}</span>
            <span className="text-sm text-soft">{t(key, { count: value })}</span>
          </span>
        ))}
      </p>
    </div>
  )
}
