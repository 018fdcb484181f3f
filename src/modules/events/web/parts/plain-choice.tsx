import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmailField, TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney, formatTime } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import type { CheckoutView } from '#modules/orders/checkout-contract.ts'
import type { PlainDate } from '../plain-queue.ts'
import { useQueueTexts } from '../queue-texts.ts'
import { PlainForm } from './plain-form.tsx'

const quantities = [1, 2, 3, 4, 5, 6]

/** Holds the best places of a date, without a plan. */
export function PlainChoice({ dates }: { dates: readonly PlainDate[] }) {
  const t = useQueueTexts()
  const locale = useLocale()
  if (dates.length === 0) return <p className="mt-6">{t('plainNone')}</p>
  return (
    <section className="mt-8">
      <h2 className="text-xl font-bold">{t('plainBest')}</h2>
      <p className="mt-2 max-w-xl text-soft">{t('plainBestText')}</p>
      <PlainForm act="choose">
        <Select label={t('plainDate')} name="eventId">
          {dates.map(({ eventId, fromDate, timeZone, venueName, minPrice, currency }) => (
            <option key={eventId} value={eventId}>
              {t('plainFrom', {
                date: formatDateTime(locale, fromDate, timeZone),
                venue: venueName,
                price: formatMoney(locale, money(Math.round(minPrice * 100), currency)),
              })}
            </option>
          ))}
        </Select>
        <Select label={t('plainQuantity')} name="quantity" defaultValue={2} frameClassName="mt-4">
          {quantities.map((quantity) => (
            <option key={quantity}>{quantity}</option>
          ))}
        </Select>
        <Button type="submit" className="mt-5">
          {t('plainTake')}
        </Button>
      </PlainForm>
    </section>
  )
}

/** The held places, and a form for the buyer. */
export function PlainOrder({ order }: { order: CheckoutView['order'] }) {
  const t = useQueueTexts()
  const locale = useLocale()
  const { buyer, lines, totals, orderKey, deadlineAt } = order
  return (
    <section className="mt-8">
      <h2 className="text-xl font-bold">{t('plainOrder')}</h2>
      <ul className="mt-3 border-t border-rule">
        {lines.map((line) => (
          <li key={line.lineId} className="flex justify-between gap-4 border-b border-rule py-2">
            <Dotted
              facts={[
                line.quantity > 1
                  ? `${line.description} ×\u00a0${line.quantity}`
                  : line.description,
                line.row !== null && line.section,
                line.row !== null && t('plainRow', { row: line.row }),
                line.seat !== null && t('plainSeat', { seat: line.seat }),
              ]}
            />
            <span className="figures">{formatMoney(locale, line.amount)}</span>
          </li>
        ))}
      </ul>
      <p className="figures mt-3 flex justify-between font-bold">
        <span>{t('plainTotal')}</span>
        <span>{formatMoney(locale, totals.total)}</span>
      </p>
      <p className="mt-2 text-soft">{t('plainKept', { until: formatTime(deadlineAt) })}</p>
      <PlainForm act="pay">
        <input type="hidden" name="orderKey" value={orderKey} />
        <div className="space-y-4">
          <TextField
            label={t('plainName')}
            name="name"
            autoComplete="name"
            maxLength={120}
            defaultValue={buyer.name}
            required
          />
          <EmailField label={t('plainEmail')} name="email" defaultValue={buyer.email} required />
          <TextField
            label={t('plainPhone')}
            name="phone"
            type="tel"
            autoComplete="tel"
            defaultValue={buyer.phone}
          />
          <Checkbox
            label={t('plainTerms')}
            name="acceptTerms"
            required
            after={
              <LocalLink to="/standard-terms-and-conditions" className="link">
                {t('plainTermsLink')}
              </LocalLink>
            }
          />
        </div>
        <Button type="submit" className="mt-5">
          {t('plainPay')}
        </Button>
      </PlainForm>
      <PlainForm act="again">
        <input type="hidden" name="orderKey" value={orderKey} />
        <Button type="submit" look="quiet">
          {t('plainOtherPlaces')}
        </Button>
      </PlainForm>
    </section>
  )
}
