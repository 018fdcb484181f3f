import { redirect, type LoaderFunctionArgs } from 'react-router'
import { refusalAsResponse } from '#design/data/page-data.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { showsShortUrl } from '#modules/catalogue/contract.ts'

/** Redirects `/s/neon` to its show and keeps the query, for example campaign parameters. */
export async function loader({ params, url, context }: LoaderFunctionArgs) {
  const query = { shortUrl: params['shortUrl'] ?? '' }
  const { path } = await refusalAsResponse(
    context.get(serverCallsContext).send(showsShortUrl, { query }),
  )
  throw redirect(path + url.search)
}

export default function ShortUrl() {
  return null
}
