import { Fragment } from 'react'

/** A long identifier that continues on another line, where it must, after a group of five characters. */
export function Identifier({ children }: { readonly children: string }) {
  return (
    <span className="figures">
      {(children.match(/.{1,5}/g) ?? []).map((group, index) => (
        // eslint-disable-next-line react/no-array-index-key -- groups may be alike and never move
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {group}
        </Fragment>
      ))}
    </span>
  )
}
