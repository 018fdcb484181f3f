import { data } from 'react-router'
import { pageData } from '#design/data/page-data.ts'
import { JsonLd } from '#design/parts/json-ld.tsx'
import type { PageHandle } from '#design/page-handle.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMajor } from '#kernel/format.ts'
import { splitLocale } from '#kernel/locale.ts'
import { ownCampaignPage, type CampaignPage } from '../../contract.ts'
import { QuestionList, questionsLinkedData } from '../parts/question-list.tsx'
import { useTexts } from '../texts.ts'

const page = pageData(ownCampaignPage, ({ url }) => ({ query: { path: pathOf(url) } }))
export const loader = page.loader
export const clientLoader = page.clientLoader

/** Every address that no other page answers comes here; what cannot be a campaign's is not asked for. */
function pathOf(url: URL): string {
  const path = splitLocale(url.pathname).path.replace(/\/+$/, '')
  if (!/^\/[A-Za-z0-9/-]{1,100}$/.test(path)) throw data(null, { status: 404 })
  return path
}

/** The look that the campaign asks for is data, so the handle reads what was loaded. */
export function handle(loaded: unknown): PageHandle {
  const campaign = (loaded as { readonly reply?: CampaignPage } | undefined)?.reply
  if (!campaign) return {}
  return {
    ...(campaign.theme ? { theme: campaign.theme } : {}),
    hideHeader: campaign.hidesHeader,
    hideFooter: campaign.hidesFooter,
  }
}

/** A page of a campaign: words, shows with live prices, questions. */
export default function Campaign() {
  const t = useTexts()
  const campaign = page.usePage()
  return (
    <article className="pb-8">
      <title>{campaign.title}</title>
      <meta name="description" content={campaign.summary} />
      <header className="bg-ink text-paper">
        <div className="page py-12 tablet:py-20">
          <PageTitle look="display" className="max-w-[18ch]">
            {campaign.title}
          </PageTitle>
          <p className="mt-5 max-w-[38rem] text-lg tablet:text-xl">{campaign.summary}</p>
        </div>
      </header>
      {campaign.menu.length > 0 && <Menu campaign={campaign} />}
      <div className="page *:max-w-[64rem]">
        {campaign.shows.length > 0 && <Shows shows={campaign.shows} />}
        {campaign.sections.map((section) => (
          <section key={section.title} className="mt-12">
            <h2 className="font-display text-2xl font-bold tablet:text-3xl">{section.title}</h2>
            {section.paragraphs.map((text) => (
              <p key={text} className="mt-3 max-w-[42rem]">
                {text}
              </p>
            ))}
            {section.points.length > 0 && (
              <ul className="mt-3 max-w-[42rem] list-disc space-y-2 pl-5">
                {section.points.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
            {section.link && (
              <LinkButton href={section.link.path} className="mt-5">
                {section.link.text}
              </LinkButton>
            )}
          </section>
        ))}
        {campaign.questions.length > 0 && (
          <section className="mt-12" aria-label={t('campaignQuestions')}>
            <JsonLd data={questionsLinkedData(campaign.questions)} />
            <QuestionList
              questions={campaign.questions.map((question, index) => ({
                ...question,
                anchor: `q-${index + 1}`,
              }))}
            />
          </section>
        )}
      </div>
    </article>
  )
}

function Menu({ campaign }: { campaign: CampaignPage }) {
  const t = useTexts()
  return (
    <nav aria-label={t('campaignMenu')} className="page border-b border-rule">
      <ul className="-mx-2 flex gap-1 overflow-x-auto">
        {campaign.menu.map(({ path, title }) => (
          <li key={path} className="shrink-0">
            <a
              href={path}
              aria-current={path === campaign.path ? 'page' : undefined}
              className="block border-b-[3px] border-transparent px-2 py-3 text-note text-soft hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Shows({ shows }: Pick<CampaignPage, 'shows'>) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <section className="mt-12">
      <h2 className="font-display text-2xl font-bold tablet:text-3xl">{t('campaignShows')}</h2>
      <ul className="mt-5 grid gap-6 tablet:grid-cols-2 desk:grid-cols-3">
        {shows.map((show) => (
          <li key={show.showId} className="group relative">
            {show.imageUrl !== null && (
              <img
                src={show.imageUrl}
                width={720}
                height={960}
                alt=""
                loading="lazy"
                className="poster aspect-[3/4] w-full object-cover"
              />
            )}
            {show.fromDate !== null && (
              <p className="figures mt-3 text-sm font-semibold text-accent">
                {formatDateTime(locale, show.fromDate, show.timeZone)}
              </p>
            )}
            <h3 className="font-display text-lg font-bold">
              <a href={show.path} className="card-link">
                {show.name}
              </a>
            </h3>
            <p className="text-sm text-soft">{show.venueName}</p>
            {show.minPrice !== null && (
              <p className="mt-1 text-sm font-semibold">
                {show.minPrice === 0
                  ? t('free')
                  : t('from', { price: formatMajor(locale, show.minPrice) })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
