import type { CSSProperties } from 'react'

/** The style for tinting with a picture's colour (`tokens.css`); undefined without a colour. */
export function posterStyle(colour: string | null | undefined): CSSProperties | undefined {
  return colour ? ({ '--poster': colour } as CSSProperties) : undefined
}
