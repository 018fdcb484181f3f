import { useLoaderData } from 'react-router'
import { pageData, type LoadedPage } from '#design/data/page-data.ts'
import { JsonLd } from '#design/parts/json-ld.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Section } from '#design/parts/section.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateShort, formatMoney } from '#kernel/format.ts'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { flightFrontPage } from '../../search-contract.ts'
import { SearchForm } from '../parts/search-form.tsx'
import { useTexts } from '../texts.ts'

const page = pageData(flightFrontPage, () => ({}))
export const loader = page.loader
export const clientLoader = page.clientLoader

/** Start page of flights: search form and cheapest flights. */
export default function Fly() {
  const t = useTexts()
  const { airports, deals, today } = page.usePage()
  const { origin } = useLoaderData() as LoadedPage
  const locale = useLocale()
  return (
    <div className="page space-y-section py-8 tablet:py-12">
      <title>{t('title')}</title>
      <meta name="description" content={t('description')} />
      <JsonLd
        data={
          import.meta.env.SSR ? deals.map((deal) => flightLinkedData(deal, origin, locale)) : null
        }
      />
      <div>
        <div className="mb-near h-1.5 w-16 rounded-full bg-(--category-flight)" />
        <PageTitle look="display">{t('title')}</PageTitle>
        <p className="mt-2 text-lead text-soft">{t('lead')}</p>
        <div className="mt-group">
          <SearchForm start={airports} today={today} />
        </div>
      </div>
      <Deals deals={deals} airports={airports} />
      <Section title={t('moreTitle')}>
        <ul className="grid gap-group tablet:grid-cols-3">
          {(
            [
              ['/fly/airlines', 'airlines', 'airlinesNote'],
              ['/fly/explanatory-dictionary', 'dictionary', 'dictionaryNote'],
              ['/fly/eurobasket', 'eurobasket', 'eurobasketNote'],
            ] as const
          ).map(([to, title, note]) => (
            <li key={to}>
              <LocalLink to={to} className="card card-ruled block h-full no-underline">
                <span className="block font-semibold">{t(title)}</span>
                <span className="mt-1 block text-soft">{t(note)}</span>
              </LocalLink>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

/** One of the cheapest flights as schema.org data. */
function flightLinkedData(
  deal: FrontPage['deals'][number],
  origin: string,
  locale: Locale,
): object {
  const { from, to, date, price } = deal
  const airport = (iataCode: string) => ({ '@type': 'Airport', iataCode })
  return {
    '@context': 'https://schema.org',
    '@type': 'Flight',
    departureAirport: airport(from),
    arrivalAirport: airport(to),
    departureTime: date,
    offers: {
      '@type': 'Offer',
      url: `${origin}${localizedPath(locale, '/fly/result')}?fromAirport=${from}&toAirport=${to}&fromDate=${date}`,
      price: price.amount / 100,
      priceCurrency: price.currency,
    },
  }
}

type FrontPage = ReturnType<typeof page.usePage>

function Deals({ deals, airports }: Pick<FrontPage, 'deals' | 'airports'>) {
  const t = useTexts()
  const locale = useLocale()
  const cityOf = (code: string) => airports.find((airport) => airport.code === code)?.city ?? code
  return (
    <Section title={t('dealsTitle')} note={t('dealsNote')}>
      <ul className="grid gap-near tablet:grid-cols-2 desk:grid-cols-3 wide:grid-cols-4">
        {deals.map(({ from, to, city, country, date, price }) => (
          <li key={to}>
            <LocalLink
              to={`/fly/result?fromAirport=${from}&toAirport=${to}&fromDate=${date}`}
              className="card card-ruled flex h-full items-end justify-between gap-near no-underline"
            >
              <span className="min-w-0">
                <span className="block text-lg font-semibold">{city}</span>
                <span className="block text-note text-soft">{country}</span>
                <span className="mt-2 block text-note">
                  {t('dealFrom', { city: cityOf(from) })},{' '}
                  <span className="whitespace-nowrap">
                    {formatDateShort(locale, `${date}T12:00:00Z`)}
                  </span>
                </span>
              </span>
              <span className="figures shrink-0 text-lg font-semibold">
                {t('dealPrice', { price: formatMoney(locale, price) })}
              </span>
            </LocalLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}
