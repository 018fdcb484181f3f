import { markLetter, markTicket } from '#kernel/mark.ts'

/** The platform's logo: a ticket with two notches and the Georgian letter ban. */
export function Mark({ className = 'h-8 w-auto' }: { className?: string }) {
  return (
    <svg viewBox="0 0 26 28" className={className} aria-hidden="true">
      <path fill="var(--accent)" d={markTicket} />
      <path fill="var(--on-accent)" transform="translate(6.3 22.2)" d={markLetter} />
    </svg>
  )
}
