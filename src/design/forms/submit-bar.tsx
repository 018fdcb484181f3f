import type { ReactNode } from 'react'
import { Button } from '../parts/button.tsx'

interface SubmitBarProps {
  readonly isWaiting: boolean
  readonly waitingText: string
  /** Said beside the button once it was sent; read out. */
  readonly done?: string | false | null
  readonly look?: 'main' | 'quiet'
  /** Further buttons, such as Cancel. */
  readonly others?: ReactNode
  readonly children: ReactNode
}

/** The foot of a form: the button that sends it, and that it went well. */
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
