import { data, type ClientLoaderFunctionArgs } from 'react-router'
import { needsDocument } from '#design/data/needs-document.ts'
import { pageData } from '#design/data/page-data.ts'
import type { PageHandle } from '#design/page-handle.ts'
import { PageTitle } from '#design/parts/page-title.tsx'
import { splitLocale } from '#kernel/locale.ts'
import { ownCampaignPage, type CampaignPage } from '../../contract.ts'
import { CampaignBlock } from '../parts/campaign-blocks.tsx'
import { useCampaignFigures } from '../use-campaign-figures.ts'
import { useTexts } from '../texts.ts'

const page = pageData(ownCampaignPage, ({ url }) => ({
  query: {
    path: pathOf(url),
    previewKey: url.searchParams.get('previewKey') ?? undefined,
  },
}))
export const loader = page.loader

/** This route also matches the areas whose routes are not loaded here; a client navigation to them loads a document. */
export async function clientLoader(given: ClientLoaderFunctionArgs) {
  const { pathname } = given.url
  if (!needsDocument(pathname)) return page.clientLoader(given)
  window.location.assign(given.url)
  // The document ends with this navigation.
  return new Promise<never>(() => {})
}

/** Path of the campaign. This route matches all unknown URLs; those that cannot be campaign paths cause no request. */
function pathOf(url: URL): string {
  const path = splitLocale(url.pathname).path.replace(/\/+$/, '')
  if (!/^\/[A-Za-z0-9/-]{1,100}$/.test(path)) throw data(null, { status: 404 })
  return path
}

/** The page's look is part of the loaded data, so the handle is computed from it. */
export function handle(loaded: unknown): PageHandle {
  const campaign = (loaded as { readonly reply?: CampaignPage } | undefined)?.reply
  if (!campaign) return {}
  return {
    ...(campaign.theme ? { theme: campaign.theme } : {}),
    hideHeader: campaign.hidesHeader,
    hideFooter: campaign.hidesFooter,
  }
}

/** A campaign page, made of blocks. */
export default function Campaign() {
  const t = useTexts()
  const campaign = page.usePage()
  const { blocks, title, summary, menu, isPreview } = campaign
  const onPressed = useCampaignFigures(campaign)
  const hasHead = blocks[0]?.type === 'hero'
  const [head, ...rest] = hasHead ? blocks : [undefined, ...blocks]
  return (
    <article className="pb-8" onClickCapture={onPressed}>
      <title>{title}</title>
      {summary && <meta name="description" content={summary} />}
      {(isPreview || campaign.isOutOfMenu) && <meta name="robots" content="noindex" />}
      {isPreview && (
        <p className="bg-warn-wash py-tight text-center font-semibold">{t('campaignPreview')}</p>
      )}
      {head ? (
        <div data-block={head.id}>
          <CampaignBlock block={head} isFirst />
        </div>
      ) : (
        <div className="page pt-10">
          <PageTitle look="display">{title}</PageTitle>
        </div>
      )}
      {menu.length > 0 && <Menu campaign={campaign} />}
      {rest.map(
        (block) =>
          block && (
            <div key={block.id} data-block={block.id}>
              <CampaignBlock block={block} isFirst={false} />
            </div>
          ),
      )}
    </article>
  )
}

function Menu({ campaign }: { campaign: CampaignPage }) {
  const t = useTexts()
  return (
    <nav aria-label={t('campaignMenu')} className="page border-b border-rule">
      <ul className="section-strip -mx-2 flex gap-1">
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
