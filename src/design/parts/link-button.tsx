import type { AnchorHTMLAttributes, Ref } from 'react'
import { buttonClass, type ButtonStyle } from './button.tsx'
import { LocalLink, type LocalLinkProps } from './local-link.tsx'

interface OuterLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to?: undefined
  readonly ref?: Ref<HTMLAnchorElement>
}

type LinkButtonProps = ButtonStyle & (LocalLinkProps | OuterLinkProps)

/** A link styled as a button: `to` inside the shop, without a language; `href` for every other address. */
export function LinkButton({ look, size, isWide, className, ...rest }: LinkButtonProps) {
  const classes = buttonClass({ look, size, isWide, className })
  return rest.to === undefined ? (
    <a {...rest} className={classes}>
      {rest.children}
    </a>
  ) : (
    <LocalLink {...rest} className={classes} />
  )
}
