/** The title of a part that unfolds, with what it belongs to for screen readers: a page has many with the same words. */
export function FoldOutTitle(props: {
  readonly about?: string | undefined
  readonly children: string
}) {
  return (
    <>
      <span className="link">{props.children}</span>
      {props.about !== undefined && <span className="sr-only">: {props.about}</span>}
    </>
  )
}
