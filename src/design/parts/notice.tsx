import { AlertIcon } from './control-icons.tsx'
import { useEffect, useRef, type ReactNode } from 'react'

/** An error of the whole form or page: receives the focus when it appears, so that it is announced. */
export function Notice({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex items-start gap-3 rounded-lg border-l-4 border-accent bg-accent-wash px-4 py-3 text-base text-ink"
    >
      <AlertIcon className="mt-0.5 shrink-0 text-accent" />
      <div className="min-w-0 grow">{children}</div>
    </div>
  )
}
