import type { ReactNode } from 'react'
import { Button } from '../parts/button.tsx'

interface SubmitBarProps {
  readonly isWaiting: boolean
  readonly waitingText: string
  /** Shown and announced beside the button after submission. */
  readonly done?: string | false | null
  readonly look?: 'main' | 'quiet'
  /** Further buttons, such as Cancel. */
  readonly others?: ReactNode
  readonly children: ReactNode
}

/** The end of a form: the submit button and the confirmation. */
export function SubmitBar({
  isWaiting,
  waitingText,
  done,
  look,
  others,
  children,
}: SubmitBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-group gap-y-near">
      <Button type="submit" look={look} isWaiting={isWaiting} waitingText={waitingText}>
        {children}
      </Button>
      {others}
      <output className="text-good">{done}</output>
    </div>
  )
}
