import type { ReactNode } from 'react'

/** A form that the browser submits natively. */
export function PlainForm({ act, children }: { act: string; children: ReactNode }) {
  return (
    <form method="post" className="relative mt-5">
      <input type="hidden" name="act" value={act} />
      {children}
    </form>
  )
}
