import { pageData } from '#design/data/page-data.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { flightFrontPage } from '../../search-contract.ts'
import { useTexts } from '../texts.ts'

const page = pageData(
  flightFrontPage,
  () => ({}),
  ({ today }) => ({ today }),
)
export const loader = page.loader
export const clientLoader = page.clientLoader

/** Cities of the last championship with a direct flight, and its airport of departure. */
const cities = [
  { from: 'KUT', to: 'LCA', name: { ka: 'ლარნაკა', en: 'Larnaca' } },
  { from: 'TBS', to: 'RIX', name: { ka: 'რიგა', en: 'Riga' } },
  { from: 'KUT', to: 'KTW', name: { ka: 'კატოვიცე', en: 'Katowice' } },
]
const daysAhead = 30

/** Campaign page with flights to the championship. */
export default function Eurobasket() {
  const t = useTexts()
  const locale = useLocale()
  const { today } = page.usePage()
  const date = new Date(Date.parse(today) + daysAhead * 86_400_000).toISOString().slice(0, 10)
  return (
    <article className="page max-w-[48rem] space-y-group py-8 tablet:py-12">
      <title>{t('eurobasketTitle')}</title>
      <meta name="description" content={t('eurobasketDescription')} />
      <PageTitle>{t('eurobasketTitle')}</PageTitle>
      <p className="text-lead">{t('eurobasketText1')}</p>
      <p>{t('eurobasketText2')}</p>
      <p>{t('eurobasketText3')}</p>
      <div className="flex flex-wrap gap-near pt-near">
        {cities.map(({ from, to, name }) => (
          <LinkButton
            key={to}
            look="quiet"
            to={`/fly/result?fromAirport=${from}&toAirport=${to}&fromDate=${date}`}
          >
            {t('eurobasketGo', { city: name[locale] })}
          </LinkButton>
        ))}
      </div>
    </article>
  )
}
