import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { cachedClientLoader } from '#design/data/cached-loader.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { loadStart, Start } from '#modules/transport/web/pages/start.tsx'
import { pausedBrands } from './paused.ts'

export async function loader(args: LoaderFunctionArgs) {
  const [page, paused] = await Promise.all([
    loadStart(args),
    pausedBrands(args.context.get(serverCallsContext)),
  ])
  return { page, paused }
}

export const clientLoader = cachedClientLoader

export default function StartPage() {
  return <Start {...useLoaderData<typeof loader>()} />
}
