import { Star } from 'lucide-react'
import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Card } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Textarea } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { rateOrder, readOrderRating, type OrderRatingView } from '../../rating-contract.ts'
import type { SoldItemView } from '#modules/orders/item-contract.ts'
import type { TicketSubjectView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'

const scale = [1, 2, 3, 4, 5] as const

interface RateVisitProps {
  readonly orderKey: string
  readonly item: Pick<SoldItemView, 'source' | 'itemId' | 'name'>
  readonly use: TicketSubjectView['use']
  /** Other things of the order are rated beside it. */
  readonly isOneOfSeveral: boolean
}

/** Asks the buyer how it was, once it is over. Loaded when that is so, and shown only where an answer is taken. */
export default function RateVisit(props: RateVisitProps) {
  const {
    orderKey,
    item: { source, itemId, name },
    isOneOfSeveral,
  } = props
  const t = useTexts()
  const locale = useLocale()
  const [kept, setKept] = useState<OrderRatingView | null>(null)
  useEffect(() => {
    let isGone = false
    browserClient(locale)
      .send(readOrderRating, { query: { orderKey, source, itemId } })
      .then((rating) => !isGone && setKept(rating))
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [locale, orderKey, source, itemId])
  if (!kept || (!kept.canRate && kept.stars === null)) return null
  return (
    <Card as="section" className="not-printed">
      <h2 className="font-semibold">{t('rateTitle')}</h2>
      {isOneOfSeveral && <p className="text-soft">{name}</p>}
      {kept.canRate ? (
        <RatingForm key={kept.stars} {...props} kept={kept} onKept={setKept} />
      ) : (
        <p className="mt-1 text-soft">{t('ratedStars', { stars: kept.stars ?? 0 })}</p>
      )}
    </Card>
  )
}

interface RatingFormProps extends RateVisitProps {
  readonly kept: OrderRatingView
  readonly onKept: (rating: OrderRatingView) => void
}

function RatingForm({ orderKey, item: { source, itemId }, use, kept, onKept }: RatingFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const { form, field, values, change, isWaiting, refusal } = useForm({
    initial: { stars: kept.stars ?? 0, comment: kept.comment },
    call: rateOrder,
    async send(rating) {
      onKept(
        await browserClient(locale).send(rateOrder, {
          body: { orderKey, source, itemId, ...rating },
        }),
      )
    },
  })
  const { stars, comment } = values
  const isKept = kept.stars === stars && kept.comment === comment
  return (
    <form {...form} className="mt-2 space-y-3">
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
              onChange={() => change({ stars: value })}
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
          <Textarea {...field('comment')} label={t('rateComment', { use })} maxLength={1_000} />
          {refusal && <Notice>{refusal}</Notice>}
          {isKept ? (
            <output className="block text-soft">{t('rateThanks')}</output>
          ) : (
            <Button type="submit" look="quiet" isWaiting={isWaiting} waitingText={t('rateSending')}>
              {t('rateSend')}
            </Button>
          )}
        </>
      )}
    </form>
  )
}
