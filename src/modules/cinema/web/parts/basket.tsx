import { X } from 'lucide-react'
import { Button } from '#design/parts/button.tsx'
import { Card } from '#design/parts/card.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { SpokenChoice } from '#design/parts/spoken-choice.tsx'
import { Stepper } from '#design/parts/stepper.tsx'
import { Textarea } from '#design/parts/text-field.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import type { ScreeningView } from '#modules/cinema/contract.ts'
import { placesTogether } from '#seatmap/web/places-together.ts'
import { useTexts } from '../texts.ts'
import type { Seats } from './use-seats.ts'

interface BasketProps {
  readonly screening: ScreeningView
  readonly seats: Seats
  readonly isWaiting: boolean
  readonly refusal: string | null
  onContinue(): void
}

const productsMax = 10
const commentLengthMax = 200

/** The selected seats with their ticket types, products and the total, which stays visible on phones. */
export function Basket(props: BasketProps) {
  const { screening, seats, refusal } = props
  const t = useTexts()
  return (
    <aside aria-label={t('yourTickets')} className="desk:sticky desk:top-4 desk:self-start">
      <Card look="lifted">
        <Spoken seats={seats} isWaiting={props.isWaiting} />
        <h2 className="font-display text-xl font-bold">{t('yourTickets')}</h2>
        {seats.placeCount === 0 ? (
          <p className="mt-tight text-soft">{t('nothingChosen')}</p>
        ) : (
          <SeatLines seats={seats} />
        )}
        {screening.products.length > 0 && <Products screening={screening} seats={seats} />}
        {seats.seats.length > 0 && <Comment seats={seats} />}
        {refusal && (
          <div className="mt-near">
            <Notice>{refusal}</Notice>
          </div>
        )}
        <div className="mt-group hidden border-t border-rule pt-near desk:block">
          <Total {...props} />
        </div>
      </Card>
      {seats.placeCount > 0 && (
        <div className="foot-bar fixed inset-x-0 bottom-0 z-40 border-t border-rule bg-card px-4 pt-2 pb-[calc(0.75rem+env(safe-area-inset-bottom))] desk:hidden">
          <Total {...props} />
        </div>
      )}
    </aside>
  )
}

/** What a screen reader says after each change: the seats with what everything costs together. */
function Spoken({ seats, isWaiting }: Pick<BasketProps, 'seats' | 'isWaiting'>) {
  const t = useTexts()
  const locale = useLocale()
  const places = placesTogether(
    seats.seats.map(({ name }) => name),
    locale,
  )
  const sum = `${t('ticketsCount', { count: seats.placeCount })}, ${formatMoney(locale, money(seats.total, 'GEL'))}`
  const text = places === '' ? sum : `${places}. ${sum}`
  return (
    <SpokenChoice
      text={isWaiting ? t('holding') : seats.placeCount > 0 ? text : null}
      emptyText={t('nothingChosen')}
    />
  )
}

/** Optional comment for the staff of the hall. */
function Comment({ seats }: { seats: Seats }) {
  const t = useTexts()
  return (
    <FoldOut title={t('comment')} className="mt-near">
      <Textarea
        label={t('comment')}
        isLabelHidden
        hint={t('commentHint')}
        rows={2}
        maxLength={commentLengthMax}
        value={seats.comment}
        onChange={({ target }) => seats.setComment(target.value)}
      />
    </FoldOut>
  )
}

function SeatLines({ seats }: { seats: Seats }) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <ul className="mt-tight">
      {seats.seats.map((seat) => {
        const types = seats.typesOf(seat.zone)
        return (
          <li
            key={seat.placeId}
            className="grid grid-cols-[minmax(0,1fr)_auto_2.75rem] items-center gap-x-2 border-b border-rule py-1"
          >
            <div className="min-w-0 py-1 leading-snug">
              <Dotted className="figures text-note font-semibold" facts={seat.name.split(' · ')} />
              {types.length > 1 && (
                <select
                  aria-label={t('typeOf', { place: seat.name })}
                  className="select-inline mt-0.5 -ml-1"
                  value={seat.ticketTypeId}
                  onChange={(event) => seats.setType(seat.placeId, Number(event.target.value))}
                >
                  {types.map((type) => (
                    <option key={type.ticketTypeId} value={type.ticketTypeId}>
                      {type.name} — {formatMoney(locale, type.price)}
                    </option>
                  ))}
                </select>
              )}
            </div>
            <p className="figures">
              {formatMoney(locale, money(seats.priceOf(seat.zone, seat.ticketTypeId), 'GEL'))}
            </p>
            <button
              type="button"
              aria-label={t('remove', { name: seat.name })}
              className="grid size-11 place-items-center rounded-md text-soft hover:bg-sunk hover:text-ink"
              onClick={() => seats.drop(new Set(seat.whole))}
            >
              <X size={18} aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function Products({ screening, seats }: Pick<BasketProps, 'screening' | 'seats'>) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <section className="mt-group">
      <h3 className="font-semibold">{t('bar')}</h3>
      <p className="text-sm text-soft">{t('barNote')}</p>
      <ul className="mt-tight">
        {screening.products.map(({ productId, name, price }) => (
          <li key={productId} className="flex items-center justify-between gap-near py-1">
            <span className="min-w-0">
              {name}
              <span className="figures block text-sm text-soft">{formatMoney(locale, price)}</span>
            </span>
            <Stepper
              label={name}
              value={seats.productCount(productId)}
              max={productsMax}
              lessLabel={`${t('fewer')}: ${name}`}
              moreLabel={`${t('more')}: ${name}`}
              onChange={(quantity) => seats.setProduct(productId, quantity)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Total({ seats, isWaiting, onContinue }: BasketProps) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <div className="mx-auto flex max-w-3xl items-center justify-between gap-near">
      <p className="leading-tight">
        <span className="figures block text-[1.375rem] font-[700]">
          {formatMoney(locale, money(seats.total, 'GEL'))}
        </span>
        <span className="block text-sm text-soft">
          {t('ticketsCount', { count: seats.placeCount })}
        </span>
      </p>
      <Button
        size="large"
        disabled={seats.placeCount === 0}
        isWaiting={isWaiting}
        onClick={onContinue}
      >
        {isWaiting ? t('holding') : t('toCheckout')}
      </Button>
    </div>
  )
}
