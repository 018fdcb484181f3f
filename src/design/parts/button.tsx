import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

/**
 * `main`: the next step, once per page or form. `quiet`: all others. `plain`: inline in text. `danger`:
 * destructive.
 */
export type ButtonLook = 'main' | 'quiet' | 'plain' | 'danger'

export interface ButtonStyle {
  readonly look?: ButtonLook | undefined
  readonly size?: 'large' | 'icon' | undefined
  /** Fills the width of its container. */
  readonly isWide?: boolean | undefined
  /** Layout only (margins, grid), not appearance. */
  readonly className?: string | undefined
}

export interface ButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>, ButtonStyle {
  /** Busy: keeps the focus, announces it, and ignores clicks. */
  readonly isWaiting?: boolean
  /** The button's text while busy. */
  readonly waitingText?: string
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button; of type `button` by default. */
export function Button(props: ButtonProps) {
  const { look, size, isWide, className, isWaiting, waitingText, children, onClick, ...rest } =
    props
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ look, size, isWide, className })}
      aria-disabled={isWaiting || rest['aria-disabled'] || undefined}
      onClick={(event) => {
        if (isWaiting) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isWaiting && <span className="spinner" aria-hidden="true" />}
      {isWaiting && waitingText !== undefined ? waitingText : children}
    </button>
  )
}

/** The classes of a button, for other elements with its appearance. */
export function buttonClass({ look, size, isWide, className }: ButtonStyle): string {
  let classes = 'button'
  if (look && look !== 'main') classes += ` button-${look}`
  if (size) classes += ` button-${size}`
  if (isWide) classes += ' button-wide'
  return className ? `${classes} ${className}` : classes
}
