import { ListPage, listPageData } from '../lists/list-page.tsx'

export const loader = listPageData.loader
export const clientLoader = listPageData.clientLoader

/** What is on of one category. */
export default function Category() {
  return <ListPage />
}
