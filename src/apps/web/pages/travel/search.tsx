import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { keptClientLoader } from '#design/data/kept-loader.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { loadSearchPage, Search } from '#modules/transport/web/pages/search.tsx'
import { isPaused } from './paused.ts'

export { needsReload as shouldRevalidate } from '#modules/transport/web/pages/search.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [page, paused] = await Promise.all([
    loadSearchPage(args),
    isPaused(args.context.get(serverCallsContext), args.url.pathname),
  ])
  return { page, isPaused: paused }
}

export const clientLoader = keptClientLoader

export default function SearchPage() {
  return <Search {...useLoaderData<typeof loader>()} />
}
