import type { CSSProperties } from 'react'

/** Gives a part of a page the tint of a picture (`tokens.css`); none of what has no colour. */
export function posterStyle(colour: string | null | undefined): CSSProperties | undefined {
  return colour ? ({ '--poster': colour } as CSSProperties) : undefined
}
