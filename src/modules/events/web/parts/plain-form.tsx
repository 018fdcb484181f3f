import type { ReactNode } from 'react'

/** A form that is sent as it is, by the browser. */
export function PlainForm({ act, children }: { act: string; children: ReactNode }) {
  return (
    <form method="post" className="relative mt-5">
      <input type="hidden" name="act" value={act} />
      {children}
    </form>
  )
}
