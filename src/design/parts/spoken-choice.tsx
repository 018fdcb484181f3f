import { useState } from 'react'

/**
 * What a screen reader says after each change of a choice: `text`, or without one `emptyText`, once something was
 * chosen. The region is always on the page, because one that arrives with its text is not read.
 */
export function SpokenChoice(props: { readonly text: string | null; readonly emptyText: string }) {
  const { text, emptyText } = props
  const [hasChosen, setChosen] = useState(false)
  if (text !== null && !hasChosen) setChosen(true)
  return <output className="sr-only">{text ?? (hasChosen ? emptyText : '')}</output>
}
