import {
  data,
  useParams,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type Params,
} from 'react-router'
import { pageData } from '#design/data/page-data.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { storiesList, type Story } from '../../contract.ts'
import { useTexts } from '../texts.ts'

const page = pageData(
  storiesList,
  () => ({}),
  ({ items }) => items,
)

export async function loader(args: LoaderFunctionArgs) {
  return withStory(await page.loader(args), args.params)
}

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  return withStory(await page.clientLoader(args), args.params)
}

function withStory<Loaded extends { readonly reply: readonly Story[] }>(
  loaded: Loaded,
  { slug }: Params,
): Loaded {
  if (!loaded.reply.some((story) => story.slug === slug)) throw data(null, { status: 404 })
  return loaded
}

/** A story as a separate page: for links, and for browsers without scripts. */
export default function StoryPage() {
  const t = useTexts()
  const { slug } = useParams()
  const story = page.usePage().find((candidate) => candidate.slug === slug)
  if (!story) return null
  return (
    <article className="page max-w-[60rem] py-8 tablet:py-14">
      <title>{story.title}</title>
      {story.items[0]?.text && <meta name="description" content={story.items[0].text} />}
      <PageTitle look="display">{story.title}</PageTitle>
      <ol className="mt-8 grid gap-10 tablet:grid-cols-2">
        {story.items.map((item) => (
          <li key={item.id}>
            <img
              src={item.imageUrl}
              width={720}
              height={1280}
              alt=""
              loading="lazy"
              className="poster aspect-[9/12] w-full object-cover"
            />
            <h2 className="mt-4 font-display text-xl font-bold">{item.title}</h2>
            <p className="mt-1 text-soft">{item.text}</p>
            {item.link && (
              <LinkButton look="quiet" href={item.link.path} className="mt-4">
                {t(
                  item.link.kind === 'show'
                    ? 'toShow'
                    : item.link.kind === 'category'
                      ? 'toCategory'
                      : 'toPage',
                )}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
    </article>
  )
}
