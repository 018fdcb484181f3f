import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { refusalAsResponse } from '#design/data/page-data.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { ItemTimes } from '#design/parts/item-times.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { readRequestedItem } from '../../contract.ts'
import { useAskTexts } from '../ask-texts.ts'
import RequestForm from '../parts/request-form.tsx'

const partyMax = 9

export async function loader({ params, url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const [legFrom = '0', legTo = '1'] = url.searchParams.get('legs')?.split('-') ?? []
  const named = { source: params['source'], eventId: params['item'] ?? '', legFrom, legTo }
  const item = await refusalAsResponse(calls.send(readRequestedItem, { query: named }))
  const party = Number(url.searchParams.get('party'))
  const isParty = Number.isInteger(party) && party > 0 && party <= partyMax
  return { item, party: isParty ? party : undefined }
}

/** Request form for an item of any source that is sold out. */
export default function AskPage() {
  const t = useAskTexts()
  const { item, party } = useLoaderData<typeof loader>()
  return (
    <div className="page max-w-[40rem] py-8 tablet:py-12">
      <title>{`${t('pageTitle')} — ${item.name}`}</title>
      <meta name="robots" content="noindex" />
      <PageTitle look="heading">{item.name}</PageTitle>
      <p className="mt-tight">
        <ItemTimes item={item} year />
        <span className="block text-soft">
          {item.about.kind === 'journey'
            ? `${item.about.carrier}, ${item.about.vehicle}`
            : item.venue}
        </span>
      </p>
      <p className="mt-tight">
        <LocalLink to={item.placesPath} className="link">
          {t('back')}
        </LocalLink>
      </p>
      <RequestForm item={item} quantity={party} heading="h2" />
    </div>
  )
}
