import { useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Card } from '#design/parts/card.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Price } from '#design/parts/price.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatTime, formatTimeBeside } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { money, type Money } from '#kernel/money.ts'
import type { CoachView } from '../../contract.ts'
import type { SeatPreference } from '../../kinds.ts'
import { changeTicket, type ChangeQuoteView } from '../../sale-contract.ts'
import { changePath, type ChangePage } from '../change-data.ts'
import { takesSeat } from '../choice.ts'
import { coachKey, type Seat, type SeatPlan } from '../order-data.ts'
import { useTexts } from '../texts.ts'
import { CoachDrawing } from './coach-drawing.tsx'
import { CoachStrip } from './coach-strip.tsx'
import { OtherClasses } from './other-classes.tsx'
import { SeatList } from './seat-list.tsx'
import { Vehicle } from './vehicle.tsx'
import { placeText } from './seat-facts.ts'
import '../seats.css'

interface ChosenProps {
  readonly page: ChangePage
  readonly chosen: NonNullable<ChangePage['chosen']>
}

/** The chosen departure with its quote and the choice of class and seat. */
export function ChosenChange({ page, chosen }: ChosenProps) {
  const { ticket, choice, ownKey, date } = page
  const { quote, refusal, otherClasses, plan } = chosen
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { ticketIdentifier } = ticket
  const classes = chosen.journey?.segments[0]?.classes ?? []
  const choose = (part: Partial<ChangePage['choice']>): void => {
    const path = changePath(ticketIdentifier, { ...choice, ...part })
    void navigate(localizedPath(locale, path), {
      replace: pathname === localizedPath(locale, path.split('?')[0] ?? path),
      preventScrollReset: true,
    })
  }
  return (
    <div className="mt-group space-y-group">
      <LinkButton look="quiet" to={changePath(ticketIdentifier, { date })}>
        {t('changeOtherDeparture')}
      </LinkButton>
      {otherClasses ? (
        <OtherClasses page={page} classes={otherClasses} />
      ) : (
        refusal && <Notice>{refusal}</Notice>
      )}
      <div
        className={`grid gap-group ${quote ? 'desk:grid-cols-[minmax(0,1fr)_20rem] desk:items-start' : ''}`}
      >
        <div className="min-w-0 space-y-group">
          {/* No class or seat makes possible what is refused. */}
          {quote && (
            <div className="flex flex-wrap gap-near">
              {classes.length > 1 && choice.to !== ownKey && (
                <Select
                  label={t('classTitle')}
                  value={choice.classCode ?? ''}
                  onChange={({ target: { value } }) =>
                    choose({ classCode: value || null, placeId: null })
                  }
                >
                  <option value="">{t('changeSameClass')}</option>
                  {classes.map(({ classCode, name }) => (
                    <option key={classCode} value={classCode}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
              {takesSeat(quote.rider) && (
                <Preference
                  value={choice.preference}
                  onChange={(preference) => choose({ preference, placeId: null })}
                />
              )}
              {quote.bags.most > quote.bags.least && (
                <Select
                  label={t('changeBags')}
                  value={quote.bags.count}
                  onChange={({ target: { value } }) => choose({ bags: Number(value) })}
                >
                  {Array.from({ length: quote.bags.most - quote.bags.least + 1 }, (_, index) => (
                    <option key={index} value={quote.bags.least + index}>
                      {quote.bags.least + index}
                    </option>
                  ))}
                </Select>
              )}
            </div>
          )}
          {plan && (
            <Seats
              plan={plan}
              quote={quote}
              onTake={({ placeId, classCode }) => choose({ placeId, classCode, preference: null })}
            />
          )}
        </div>
        {quote && <QuoteCard key={quote.quote} quote={quote} />}
      </div>
    </div>
  )
}

const preferences = ['window', 'aisle', 'table', 'forward'] as const

function Preference(props: {
  readonly value: SeatPreference | null
  readonly onChange: (preference: SeatPreference | null) => void
}) {
  const t = useTexts()
  return (
    <Select
      label={t('preferenceTitle')}
      value={props.value ?? ''}
      onChange={({ target: { value } }) =>
        props.onChange(preferences.find((one) => one === value) ?? null)
      }
    >
      <option value="">{t('preference_any')}</option>
      {preferences.map((one) => (
        <option key={one} value={one}>
          {t(`preference_${one}`)}
        </option>
      ))}
    </Select>
  )
}

interface SeatsProps {
  readonly plan: SeatPlan
  readonly quote: ChangeQuoteView | null
  readonly onTake: (seat: Seat) => void
}

/** Seat plan of the departure; the quoted seat is marked as the passenger's own. */
function Seats({ plan, quote, onTake }: SeatsProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const coaches = plan.coaches.map((coach) => withQuoted(coach, quote))
  const shown =
    coaches.find((coach) => coachKey(coach) === chosen) ??
    coaches.find(({ seats }) => seats.some(({ state }) => state === 'yours')) ??
    coaches[0]
  if (!shown) return null
  return (
    <>
      <CoachStrip
        coaches={coaches}
        classes={plan.segment.classes}
        shown={shown}
        onShow={(coach) => setChosen(coachKey(coach))}
      />
      <CoachDrawing coach={shown} isOnly={coaches.length < 2} onTake={onTake} />
      <SeatList coaches={coaches} isWaiting={false} isOnly={coaches.length < 2} onTake={onTake} />
    </>
  )
}

function withQuoted(coach: CoachView, quote: ChangeQuoteView | null): CoachView {
  if (quote === null || (quote.coach !== null && quote.coach !== coach.name)) return coach
  return {
    ...coach,
    seats: coach.seats.map((seat) =>
      seat.label === quote.seat && seat.state === 'free' ? { ...seat, state: 'yours' } : seat,
    ),
  }
}

/** The new ticket, the price difference, and the button to confirm the change. */
function QuoteCard({ quote }: { quote: ChangeQuoteView }) {
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { run, isWaiting, refusal } = useWork()
  const { to, coach, seat, oldPrice, newPrice, changeFee, difference, validUntil, bags } = quote
  const change = (): Promise<void> =>
    run(async () => {
      try {
        const body = { quote: quote.quote }
        const { state, orderKey } = await browserClient(locale).send(changeTicket, { body })
        const path = state === 'done' ? `/checkout/${orderKey}/result` : `/checkout/${orderKey}`
        await navigate(localizedPath(locale, path))
      } catch (error) {
        if (error instanceof CallError) await revalidate()
        throw error
      }
    })
  const { amount, currency } = difference
  return (
    <Card
      look="lifted"
      as="section"
      aria-label={t('changeNew')}
      className="order-first desk:sticky desk:top-4 desk:order-none"
    >
      {refusal && <Notice>{refusal}</Notice>}
      <p className="text-note text-soft">{t('changeNew')}</p>
      <p className="figures font-semibold">
        {formatDate(locale, to.from.at, { timeZone: to.from.timeZone, weekday: true })},{' '}
        <span className="whitespace-nowrap">
          {formatTime(to.from.at, to.from.timeZone)} →{' '}
          {formatTimeBeside(locale, to.to.at, {
            day: to.from.at,
            dayTimeZone: to.from.timeZone,
            timeZone: to.to.timeZone,
          })}
        </span>
      </p>
      <p className="text-note">
        <Vehicle segment={to} />
      </p>
      <p className="figures text-note text-soft">
        {placeText(coach, seat && t(coach ? 'seatInCoach' : 'seat', { seat }))}
      </p>
      {bags.count > 0 && <p className="text-note">{t('changeBagsGo', { count: bags.count })}</p>}
      <dl className="figures mt-near space-y-1 text-note">
        <Row label={t('changeNewPrice')} amount={newPrice} />
        <Row label={t('changeOldPrice')} amount={money(-oldPrice.amount, oldPrice.currency)} />
        {changeFee.amount > 0 && <Row label={t('changeFee')} amount={changeFee} />}
      </dl>
      <p className="mt-near flex items-baseline justify-between gap-near border-t-2 border-ink pt-2">
        <span>{t(amount < 0 ? 'changeBack' : 'changeToPay')}</span>
        <Price money={money(Math.abs(amount), currency)} className="text-xl font-[750]" />
      </p>
      <Button
        isWide
        size="large"
        className="mt-near"
        isWaiting={isWaiting}
        waitingText={t('changing')}
        onClick={() => void change()}
      >
        {t(amount > 0 ? 'changeAndPay' : 'changeNowButton')}
      </Button>
      <p className="mt-tight text-sm text-soft">
        {t('changeValid', { time: formatTime(validUntil, to.from.timeZone) })}
      </p>
    </Card>
  )
}

function Row({ label, amount }: { label: string; amount: Money }) {
  return (
    <div className="flex justify-between gap-near">
      <dt className="text-soft">{label}</dt>
      <dd>
        <Price money={amount} />
      </dd>
    </div>
  )
}
