import { useLocation } from 'react-router'
import { pageData } from '#design/data/page-data.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import type { ListItem } from '#modules/catalogue/contract.ts'
import { eventsOlderPassed } from '#modules/catalogue/passed-contract.ts'
import { cardItem, type CardItem } from '../card-item.ts'
import { numberOf } from '../lists/list-address.ts'
import { usePassedTexts } from '../lists/passed-texts.ts'
import { posterKinds, PosterGrid } from '../parts/show-card.tsx'

const pagesMax = 10_000

const page = pageData(
  eventsOlderPassed,
  ({ url }) => ({
    query: { page: Math.min(pagesMax, Math.max(1, numberOf(url.searchParams, 'page') ?? 1)) },
  }),
  ({ items, ...rest }) => ({ ...rest, items: items.map(passedCard) }),
)
export const loader = page.loader
export const clientLoader = page.clientLoader

/** The archive of past events, newest first, in numbered pages. */
export default function Passed() {
  const t = usePassedTexts()
  const locale = useLocale()
  const { items, page: number, pageSize, totalCount } = page.usePage()
  const { key } = useLocation()
  const pageCount = Math.min(pagesMax, Math.max(1, Math.ceil(totalCount / pageSize)))
  return (
    <div className="page pt-8 tablet:pt-12">
      <title>{t('passed')}</title>
      <meta name="description" content={t('passedDescription')} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PageTitle look="display">{t('passed')}</PageTitle>
        <p className="pb-2 text-soft">{t('passedCount', { count: totalCount })}</p>
      </div>
      <div className="mt-8 tablet:mt-10">
        {items.length > 0 ? (
          <PosterGrid key={key} items={items} firstCount={5} />
        ) : (
          <div className="border-t-2 border-ink py-16 text-center">
            <p className="text-lg">{t('passedEmpty')}</p>
            <LinkButton look="quiet" to="/events" className="mt-5">
              {t('showAll')}
            </LinkButton>
          </div>
        )}
      </div>
      {pageCount > 1 && (
        <nav
          aria-label={t('pages')}
          className="mt-10 flex flex-wrap items-center justify-center gap-4"
        >
          {number > 1 && (
            <LinkButton look="quiet" to={addressOf(number - 1)} rel="prev">
              {t('newer')}
            </LinkButton>
          )}
          <span className="figures text-soft">
            {t('page', {
              page: formatCount(locale, number),
              count: formatCount(locale, pageCount),
            })}
          </span>
          {number < pageCount && (
            <LinkButton look="quiet" to={addressOf(number + 1)} rel="next">
              {t('older')}
            </LinkButton>
          )}
        </nav>
      )}
    </div>
  )
}

/** Nothing of a past event is sold any more, so its card has no price. */
function passedCard(item: ListItem): CardItem {
  return { ...cardItem(item, posterKinds), minPrice: null, maxPrice: null, isSoldOut: false }
}

function addressOf(number: number): string {
  return number === 1 ? '/events/passed' : `/events/passed?page=${number}`
}
