import { hasGeorgianLetters, romanizeGeorgian } from '#kernel/romanize.ts'
import { Button } from './button.tsx'

interface LatinOfferProps {
  /** What was typed into a field that takes Latin letters. */
  readonly typed: string
  /** Words before the offer, and the offer of a name. */
  readonly words: string
  readonly label: (latin: string) => string
  readonly onTake: (latin: string) => void
}

/** Offers a name that was typed in Georgian in the letters of a passport; nothing where there is none to write again. */
export function LatinOffer({ typed, words, label, onTake }: LatinOfferProps) {
  if (!hasGeorgianLetters(typed)) return null
  const latin = romanizeGeorgian(typed)
  return (
    <p className="mt-1 text-note text-soft">
      {words}
      <Button look="plain" onClick={() => onTake(latin)}>
        {label(latin)}
      </Button>
    </p>
  )
}
