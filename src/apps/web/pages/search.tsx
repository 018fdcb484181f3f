import { useLoaderData, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { searchPageData, SearchPage } from '#modules/events/web/search/search-page.tsx'
import { listAdvertisement, ListAdvertisement } from '../parts/list-advertisement.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [found, around] = await Promise.all([
    searchPageData.loader(args),
    listAdvertisement.loader(args),
  ])
  return { found, around }
}

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const [found, around] = await Promise.all([
    searchPageData.clientLoader(args),
    listAdvertisement.clientLoader(args),
  ])
  return { found, around }
}

/** Search results with the advertisement of lists; combines two modules, like the home page. */
export default function Search() {
  const loaded = useLoaderData<typeof loader>()
  const found = searchPageData.usePart(loaded.found)
  const { item } = listAdvertisement.usePart(loaded.around)
  const between = item && (
    <div className="mt-6 tablet:mt-8">
      <ListAdvertisement ad={item} />
    </div>
  )
  return <SearchPage found={found} between={between} />
}
