import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** A success message; announced by screen readers when it appears. */
export function DoneNote({ children }: { children: ReactNode }) {
  return (
    <output className="flex items-start gap-2 text-good empty:hidden">
      {children && (
        <>
          <CircleCheck size={22} aria-hidden="true" className="mt-0.5 shrink-0" />
          <span>{children}</span>
        </>
      )}
    </output>
  )
}
