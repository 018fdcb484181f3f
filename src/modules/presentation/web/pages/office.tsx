import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { keptClientLoader } from '#design/data/kept-loader.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Table, type Column } from '#design/parts/table.tsx'
import { formatCount } from '#kernel/format.ts'
import { storiesList } from '../../contract.ts'
import { useOfficeTexts } from '../texts.ts'

/** The frame around has seen to it that an operator is asking. */
export async function loader({ context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const { items } = await calls.send(storiesList)
  return { stories: items }
}

export const clientLoader = keptClientLoader

/** How often each item of a story was seen. */
export default function Office() {
  const t = useOfficeTexts()
  const { stories } = useLoaderData<typeof loader>()
  const columns: readonly Column<(typeof stories)[number]['items'][number]>[] = [
    {
      key: 'title',
      title: t('officeStories'),
      isHeader: true,
      renderCell: ({ title }) => title,
    },
    {
      key: 'views',
      title: t('officeViews'),
      align: 'end',
      compare: (left, right) => left.viewCount - right.viewCount,
      renderCell: ({ viewCount }) => formatCount(viewCount),
    },
  ]
  return (
    <>
      <title>{t('officeTitle')}</title>
      <PageTitle look="office">{t('officeTitle')}</PageTitle>
      {stories.length === 0 && <p className="mt-2 text-soft">{t('noStories')}</p>}
      {stories.map((story) => (
        <Table
          key={story.storyId}
          className="mt-4 max-w-2xl"
          caption={story.title}
          isCaptionShown
          columns={columns}
          rows={story.items}
          keyOf={({ id }) => id}
        />
      ))}
    </>
  )
}
