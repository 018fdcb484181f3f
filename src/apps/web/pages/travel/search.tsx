import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { cachedClientLoader } from '#design/data/cached-loader.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { loadSearchPage, Search } from '#modules/transport/web/pages/search.tsx'
import { pausedBrands } from './paused.ts'

export { needsReload as shouldRevalidate } from '#modules/transport/web/pages/search.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [page, paused] = await Promise.all([
    loadSearchPage(args),
    pausedBrands(args.context.get(serverCallsContext)),
  ])
  return { page, paused }
}

export const clientLoader = cachedClientLoader

export default function SearchPage() {
  return <Search {...useLoaderData<typeof loader>()} />
}
