import { lazy, Suspense, useRef } from 'react'
import {
  isRouteErrorResponse,
  useLoaderData,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { pageData } from '#design/data/page-data.ts'
import type { PageHandle } from '#design/page-handle.ts'
import { Button } from '#design/parts/button.tsx'
import { Card } from '#design/parts/card.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Mark } from '#design/parts/mark.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Section } from '#design/parts/section.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney, formatTime } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { flightInfoCheckout } from '../../contract.ts'
import { flightCountries } from '#modules/passengers/contract.ts'
import type { PriceChangeView } from '../../shapes.ts'
import { ChooseKnown } from '../parts/known-travellers.tsx'
import { emptyTraveller, TravellerFields } from '../parts/traveller-fields.tsx'
import { TripSummary } from '../parts/trip-summary.tsx'
import { useTexts } from '../texts.ts'
import { searchPathOf } from '../search-address.ts'
import type { useBooking } from '../use-booking.ts'
import { useTravellerForm, type Contact } from '../use-traveller-form.ts'

/** The specification's flight checkout has no page header. */
export const handle: PageHandle = { hideHeader: true }

const Dialog = lazy(async () => ({ default: (await import('#design/parts/dialog.tsx')).Dialog }))

const SeatChoice = lazy(async () => ({
  default: (await import('../parts/seat-choice.tsx')).SeatChoice,
}))

const info = pageData(flightInfoCheckout, ({ url }) => ({
  query: { priceDetailId: url.searchParams.get('priceDetailId') ?? '' },
}))
const countries = pageData(flightCountries, () => ({}))
type Info = ReplyOf<typeof flightInfoCheckout>
type Loaded<Page extends { loader: (args: LoaderFunctionArgs) => Promise<unknown> }> = Awaited<
  ReturnType<Page['loader']>
>
interface Data {
  /** Null if the price has expired or belongs to another browser. */
  readonly info: Loaded<typeof info> | null
  readonly countries: Loaded<typeof countries>
}

async function both(
  infoPromise: Promise<Loaded<typeof info>>,
  countriesPromise: Promise<Loaded<typeof countries>>,
): Promise<Data> {
  try {
    return { info: await infoPromise, countries: await countriesPromise }
  } catch (error) {
    const init = (error as { readonly init?: { readonly status?: number } | null } | null)?.init
    const status = isRouteErrorResponse(error) ? error.status : init?.status
    if (status === undefined || status >= 500) throw error
    return { info: null, countries: await countriesPromise }
  }
}

export const loader = (args: LoaderFunctionArgs) => both(info.loader(args), countries.loader(args))
export const clientLoader = (args: ClientLoaderFunctionArgs) =>
  both(info.clientLoader(args), countries.clientLoader(args))

/** Page for the passengers, the last step before payment. */
export default function FlyCheckout() {
  const t = useTexts()
  const loaded = useLoaderData<typeof loader>() as Data
  return (
    <div className="page py-6 tablet:py-8">
      <title>{t('checkoutTitle')}</title>
      <meta name="robots" content="noindex" />
      <LocalLink
        to="/"
        aria-label={t('toHome')}
        className="mb-group inline-flex min-h-11 items-center no-underline"
      >
        <Mark />
      </LocalLink>
      {loaded.info ? <Passengers data={{ ...loaded, info: loaded.info }} /> : <Ended />}
    </div>
  )
}

function Ended({ again = '/fly' }: { again?: string }) {
  const t = useTexts()
  return (
    <>
      <PageTitle>{t('checkoutTitle')}</PageTitle>
      <EmptyState
        title={t('ended')}
        action={<LinkButton to={again}>{t('searchAgain')}</LinkButton>}
      >
        {t('endedText')}
      </EmptyState>
    </>
  )
}

function Passengers({ data }: { data: Data & { readonly info: Loaded<typeof info> } }) {
  const price: Info = info.usePart(data.info)
  const { items } = countries.usePart(data.countries)
  const t = useTexts()
  const again = searchPathOf(price)
  const element = useRef<HTMLFormElement>(null)
  const form = useTravellerForm(price, element)
  const { booking } = form
  if (booking.isEnded) return <Ended again={again} />
  return (
    <div className="grid items-start gap-part desk:grid-cols-[1fr_24rem]">
      <div className="desk:order-2">
        <TripSummary price={price} seats={form.seats} />
      </div>
      <form
        ref={element}
        className="space-y-part"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.send()
        }}
      >
        <PageTitle>{t('checkoutTitle')}</PageTitle>
        <PriceNote price={price} />
        {booking.refusal && <Notice>{booking.refusal}</Notice>}
        <Travellers price={price} countries={items} form={form} />
        <Seats price={price} form={form} />
        <ContactFields contact={form.contact} missing={form.missing} onChange={form.setContact} />
        {form.isCustomer && (
          <Checkbox
            label={t('savePassengers')}
            checked={form.isSaving}
            onChange={(event) => form.setSaving(event.target.checked)}
          />
        )}
        <div>
          <Button
            type="submit"
            size="large"
            isWide
            isWaiting={booking.isWaiting}
            waitingText={t('reserving')}
          >
            {t('continue')}
          </Button>
          <output aria-live="polite" className="mt-near block text-note text-soft">
            {booking.isPending && t('pending')}
          </output>
        </div>
      </form>
      {booking.rise && <PriceRise rise={booking.rise} again={again} booking={booking} />}
    </div>
  )
}

interface TravellersProps {
  readonly price: Info
  readonly countries: ReplyOf<typeof flightCountries>['items']
  readonly form: ReturnType<typeof useTravellerForm>
}

function Travellers({ price, countries: known, form }: TravellersProps) {
  const t = useTexts()
  const wordsOf = (message: string | undefined): string | null =>
    message === undefined ? null : isKnown(message) ? t(`problem-${message}`) : t('problem-other')
  return price.passengers.map(({ kind, bornFrom, bornUntil }, index) => {
    const traveller = form.typed[index] ?? emptyTraveller
    return (
      <TravellerFields
        key={index}
        index={index}
        kind={kind}
        typed={traveller}
        bornFrom={bornFrom}
        bornUntil={bornUntil}
        documentFrom={price.documentUntil}
        allowsCard={price.identityCardNationalities.includes(traveller.nationality)}
        countries={known}
        problemOf={(field) => wordsOf(form.problemOf(`${index}.${field}`))}
        onChange={(changes) => form.change(index, { ...traveller, ...changes })}
      >
        <ChooseKnown
          known={form.known}
          bornFrom={bornFrom}
          bornUntil={bornUntil}
          onChoose={(chosen) => form.change(index, chosen)}
        />
      </TravellerFields>
    )
  })
}

/** Optional adjacent seats. */
function Seats({ price, form }: Pick<TravellersProps, 'price' | 'form'>) {
  const t = useTexts()
  const { seats, setSeats, typed, booking } = form
  const chosen = seats.map(({ seat }) => seat).join(', ')
  return (
    <FoldOut look="section" title={t('seatsTitle')} note={chosen || t('seatsNote')}>
      <Suspense fallback={<Skeleton label={t('seatsLoading')} blocks={['h-10', 'h-60']} />}>
        <SeatChoice
          key={booking.takenCount}
          priceDetailId={price.priceDetailId}
          seats={seats}
          names={typed.map(({ givenName }) => givenName)}
          onChange={setSeats}
        />
      </Suspense>
    </FoldOut>
  )
}

interface PriceRiseProps {
  readonly rise: PriceChangeView
  readonly again: string
  readonly booking: Pick<ReturnType<typeof useBooking>, 'acceptRise' | 'refuseRise'>
}

/** Dialog for a price rise, which requires consent. */
function PriceRise({ rise, again, booking }: PriceRiseProps) {
  const t = useTexts()
  const locale = useLocale()
  const sums = {
    before: formatMoney(locale, rise.before),
    now: formatMoney(locale, rise.now),
    difference: formatMoney(locale, rise.difference),
  }
  const refuse = () => void booking.refuseRise(localizedPath(locale, again))
  return (
    <Suspense>
      <Dialog isOpen title={t('roseTitle')} onClose={refuse}>
        <p className="mt-near">{t('roseText', sums)}</p>
        <div className="mt-group flex flex-wrap gap-near">
          <Button onClick={() => void booking.acceptRise()}>{t('roseAccept', sums)}</Button>
          <Button look="quiet" onClick={refuse}>
            {t('roseRefuse')}
          </Button>
        </div>
      </Dialog>
    </Suspense>
  )
}

interface ContactFieldsProps {
  readonly contact: Contact
  readonly missing: ReadonlySet<string>
  readonly onChange: (contact: Contact) => void
}

function ContactFields({ contact, missing, onChange }: ContactFieldsProps) {
  const t = useTexts()
  return (
    <Section title={t('contactTitle')} note={t('contactNote')}>
      <div className="field-grid">
        <TextField
          label={t('email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          error={missing.has('email') ? t('problem-email') : null}
          value={contact.email}
          onChange={(event) => onChange({ ...contact, email: event.target.value })}
        />
        <TextField
          label={t('phone')}
          name="phone"
          type="tel"
          autoComplete="tel"
          required
          error={missing.has('phone') ? t('problem-phone') : null}
          value={contact.phone}
          onChange={(event) => onChange({ ...contact, phone: event.target.value })}
        />
      </div>
    </Section>
  )
}

const known = [
  'extraMissing',
  'nameNotLatin',
  'birthOf-adult',
  'birthOf-child',
  'birthOf-infant',
  'documentWrong',
  'documentEnds',
  'passportNeeded',
  'passengerTwice',
] as const

function isKnown(message: string): message is (typeof known)[number] {
  return (known as readonly string[]).includes(message)
}

/** Validity of the price, and its change since the search. */
function PriceNote({ price }: { price: Info }) {
  const t = useTexts()
  const locale = useLocale()
  const { priceChange } = price
  const sums = priceChange && {
    before: formatMoney(locale, priceChange.before),
    now: formatMoney(locale, priceChange.now),
  }
  return (
    <Card look="sunk" tone={sums ? 'warn' : 'plain'}>
      {sums && (
        <p className="font-semibold">
          {t(priceChange.difference.amount > 0 ? 'priceUp' : 'priceDown', sums)}
        </p>
      )}
      <p>{t('holdsUntil', { time: formatTime(price.expiresAt) })}</p>
    </Card>
  )
}
