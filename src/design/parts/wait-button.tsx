import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes } from 'react'

interface WaitButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly isWaiting: boolean
  /** Stands in the button while it works. */
  readonly waitingText: string
}

/**
 * A button for work that takes a while. It keeps the focus and announces that it works; further presses meanwhile are
 * ignored.
 */
export function WaitButton(props: WaitButtonProps) {
  const { isWaiting, waitingText, children, onClick, className = 'button', ...button } = props
  return (
    <button
      {...button}
      className={className}
      aria-disabled={isWaiting || button['aria-disabled'] || undefined}
      onClick={(event) => {
        if (isWaiting) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isWaiting ? (
        <>
          <LoaderCircle size={20} aria-hidden="true" className="animate-spin" />
          {waitingText}
        </>
      ) : (
        children
      )}
    </button>
  )
}
