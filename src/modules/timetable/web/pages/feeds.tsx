import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { Dotted } from '#design/parts/dotted.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Section } from '#design/parts/section.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { timetableFeed } from '../../contract.ts'
import { readFeeds } from '../../feed-contract.ts'
import { stateLabels } from '../parts/feed-state.ts'
import { FeedSources, KnownFeeds } from '../parts/feed-tables.tsx'
import { FeedUpload } from '../parts/feed-upload.tsx'
import { useTexts } from '../texts.ts'

export async function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const feeds = await signInFirst(calls, url, calls.send(readFeeds))
  return { ...feeds, now: new Date().toISOString() }
}

type Feeds = ReplyOf<typeof readFeeds>

/** Page of feed imports and exports: imported feeds, upload form, and real-time sources. */
export default function FeedsPage() {
  const t = useTexts()
  const locale = useLocale()
  const { feeds, imports, sources, organisers, timeZones, now } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('feedsPageTitle')}</title>
      <PageTitle look="office">{t('feedsTitle')}</PageTitle>
      <p className="mt-2 max-w-[70ch] text-soft">{t('feedsText')}</p>
      <div className="mt-6 grid gap-10 desk:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <FeedUpload organisers={organisers} known={feeds.map(({ name }) => name)} />
        <Latest imports={imports} />
      </div>
      <Section title={t('presentTitle')} className="mt-10">
        <KnownFeeds feeds={feeds} />
        <ul className="mt-3">
          {timeZones.map((timeZone) => (
            <li key={timeZone}>
              <a
                href={browserClient(locale).address(timetableFeed, { query: { timeZone } })}
                download
                className="link inline-flex min-h-11 items-center"
              >
                {timeZones.length > 1 ? t('downloadZone', { timeZone }) : t('downloadAll')}
              </a>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('sourcesTitle')} className="mt-10">
        <FeedSources sources={sources} now={now} />
      </Section>
    </>
  )
}

function Latest({ imports }: Pick<Feeds, 'imports'>) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <Section title={t('latestTitle')}>
      {imports.length === 0 ? (
        <p className="border-t border-rule pt-3 text-soft">{t('latestEmpty')}</p>
      ) : (
        <ol className="border-t border-rule">
          {imports.map((one) => (
            <li key={one.importId} className="border-b border-rule py-2">
              <LocalLink
                to={`/operator/feeds/${one.importId}`}
                className="link inline-flex min-h-11 items-center break-words"
              >
                {one.name}
              </LocalLink>
              <p className="text-note text-soft">
                <Dotted
                  facts={[formatDateTime(locale, one.createdAt), t(stateLabels[one.state])]}
                />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
