import { useLoaderData, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { ListPage, listPageData } from '#modules/events/web/lists/list-page.tsx'
import { listAdvertisement, ListAdvertisement } from '../parts/list-advertisement.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [list, around] = await Promise.all([
    listPageData.loader(args),
    listAdvertisement.loader(args),
  ])
  return { list, around }
}

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const [list, around] = await Promise.all([
    listPageData.clientLoader(args),
    listAdvertisement.clientLoader(args),
  ])
  return { list, around }
}

/** Shows of one or all categories, with the list's advertisement; combines two modules, like the home page. */
export default function List() {
  const loaded = useLoaderData<typeof loader>()
  const list = listPageData.usePart(loaded.list)
  const { item } = listAdvertisement.usePart(loaded.around)
  const between = item && (
    <li className="col-span-full row-start-2">
      <ListAdvertisement ad={item} />
    </li>
  )
  return <ListPage list={list} between={between} />
}
