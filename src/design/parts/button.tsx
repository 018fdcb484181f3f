import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

/** `main`: the next step, once a page or form. `quiet`: all others. `plain`: among words. `danger`: takes away. */
export type ButtonLook = 'main' | 'quiet' | 'plain' | 'danger'

export interface ButtonStyle {
  readonly look?: ButtonLook | undefined
  readonly size?: 'large' | 'icon' | undefined
  /** As wide as what it is in. */
  readonly isWide?: boolean | undefined
  /** Where it stands (margins, grid); never how it looks. */
  readonly className?: string | undefined
}

export interface ButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>, ButtonStyle {
  /** It works: it keeps the focus, says so, and ignores further presses. */
  readonly isWaiting?: boolean
  /** Stands in the button while it works. */
  readonly waitingText?: string
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button; of type `button` unless told otherwise. */
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

/** The classes of a button, for an element that is one in look only. */
export function buttonClass({ look, size, isWide, className }: ButtonStyle): string {
  let classes = 'button'
  if (look && look !== 'main') classes += ` button-${look}`
  if (size) classes += ` button-${size}`
  if (isWide) classes += ' button-wide'
  return className ? `${classes} ${className}` : classes
}
