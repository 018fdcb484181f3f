import { hasGeorgianLetters, romanizeGeorgian } from '#kernel/romanize.ts'
import { Button } from './button.tsx'

interface LatinOfferProps {
  /** The text of a field that requires Latin letters. */
  readonly typed: string
  /** Text before the suggestion, and the label of the suggested name. */
  readonly words: string
  readonly label: (latin: string) => string
  readonly onTake: (latin: string) => void
}

/** Suggests the passport transliteration of a name typed in Georgian; nothing for other names. */
export function LatinOffer({ typed, words, label, onTake }: LatinOfferProps) {
  if (!hasGeorgianLetters(typed)) return null
  const latin = romanizeGeorgian(typed)
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-near text-note text-soft">
      {words}
      <Button look="plain" onClick={() => onTake(latin)}>
        {label(latin)}
      </Button>
    </p>
  )
}
