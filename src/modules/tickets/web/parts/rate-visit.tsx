import { Star } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { rateOrder, readOrderRating, type OrderRatingView } from '../../rating-contract.ts'
import { useTexts } from '../texts.ts'

const scale = [1, 2, 3, 4, 5] as const

/** Asks the buyer how it was, once it is over. Loaded when that is so, and shown only where an answer is taken. */
export default function RateVisit({ orderKey }: { orderKey: string }) {
  const t = useTexts()
  const locale = useLocale()
  const [kept, setKept] = useState<OrderRatingView | null>(null)
  useEffect(() => {
    let isGone = false
    browserClient(locale)
      .send(readOrderRating, { query: { orderKey } })
      .then((rating) => !isGone && setKept(rating))
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [locale, orderKey])
  if (!kept || (!kept.canRate && kept.stars === null)) return null
  return (
    <section className="not-printed rounded-xl bg-card px-5 py-4">
      <h2 className="font-semibold">{t('rateTitle')}</h2>
      {kept.canRate ? (
        <RatingForm key={kept.stars} orderKey={orderKey} kept={kept} onKept={setKept} />
      ) : (
        <p className="mt-1 text-soft">{t('ratedStars', { stars: kept.stars ?? 0 })}</p>
      )}
    </section>
  )
}

interface RatingFormProps {
  readonly orderKey: string
  readonly kept: OrderRatingView
  readonly onKept: (rating: OrderRatingView) => void
}

function RatingForm({ orderKey, kept, onKept }: RatingFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const [stars, setStars] = useState(kept.stars ?? 0)
  const [comment, setComment] = useState(kept.comment)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isReservedForCode = kept.stars === stars && kept.comment === comment

  async function send(): Promise<void> {
    if (isSending || stars === 0) return
    setSending(true)
    setProblem(null)
    try {
      onKept(await browserClient(locale).send(rateOrder, { body: { orderKey, stars, comment } }))
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : t('networkProblem'))
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      className="mt-2 space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <fieldset className="flex">
        <legend className="sr-only">{t('rateTitle')}</legend>
        {scale.map((value) => (
          <label
            key={value}
            className="grid size-11 cursor-pointer place-items-center rounded-md has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name="stars"
              value={value}
              checked={stars === value}
              onChange={() => setStars(value)}
              className="sr-only"
            />
            <span className="sr-only">{t('starsOf', { stars: value })}</span>
            <Star
              size={28}
              aria-hidden="true"
              className={value <= stars ? 'text-accent' : 'text-soft'}
              fill={value <= stars ? 'currentColor' : 'none'}
            />
          </label>
        ))}
      </fieldset>
      {stars > 0 && (
        <>
          <label className="block text-sm">
            {t('rateComment')}
            <textarea
              value={comment}
              maxLength={1_000}
              rows={3}
              onChange={(event) => setComment(event.target.value)}
              className="field mt-1.5 w-full"
            />
          </label>
          {problem && <Notice>{problem}</Notice>}
          {isReservedForCode ? (
            <output className="block text-soft">{t('rateThanks')}</output>
          ) : (
            <Button type="submit" look="quiet" isWaiting={isSending} waitingText={t('rateSending')}>
              {t('rateSend')}
            </Button>
          )}
        </>
      )}
    </form>
  )
}
