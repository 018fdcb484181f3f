import { useNavigate } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { LoadedList } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { merchantAccessibleItems } from '#modules/staff/contract.ts'
import { archiveDraft, listDrafts, openDraft, type DraftLine } from '../../shows-contract.ts'
import { useTexts } from '../texts.ts'

/** Shows created in the back office, with links to their editor. */
export default function ShowsPage() {
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const list = useLoaded(listDrafts, {})
  const all = useLoaded(merchantAccessibleItems, allShows)
  const drafts = list.loaded.value?.items
  const others = drafts && all.loaded.value && othersThan(drafts, all.loaded.value.items)
  const { run, isWaiting, refusal } = useWork()
  const open = (copyOf?: string) =>
    run(async () => {
      const body = copyOf === undefined ? {} : { copyOf }
      const { draftId } = await browserClient(locale).send(openDraft, { body })
      await navigate(localizedPath(locale, `/merchant/shows/${draftId}`))
    })
  const archive = ({ draftId, state }: DraftLine) =>
    run(async () => {
      const body = { draftId, isArchived: state !== 'archived' }
      await browserClient(locale).send(archiveDraft, { body })
      list.reload()
    })
  return (
    <>
      <title>{t('navShows')}</title>
      <div className="flex flex-wrap items-center justify-between gap-near">
        <PageTitle look="office">{t('navShows')}</PageTitle>
        <Button isWaiting={isWaiting} waitingText={t('waiting')} onClick={() => void open()}>
          {t('showNew')}
        </Button>
      </div>
      {refusal && <Notice>{refusal}</Notice>}
      <LoadedList
        of={list}
        empty={<NoDrafts others={others} isWaiting={all.loaded.state === 'loading'} />}
      >
        {(line) => (
          <Line
            key={line.draftId}
            line={line}
            onCopy={() => void open(line.draftId)}
            onArchive={() => void archive(line)}
          />
        )}
      </LoadedList>
      {others && others.length > 0 && <ShowsOfOthers others={others} />}
    </>
  )
}

const allShows = { query: { isArchive: false, source: 'event' } } as const

type Item = ReplyOf<typeof merchantAccessibleItems>['items'][number]

function othersThan(drafts: readonly DraftLine[], items: readonly Item[]): readonly Item[] {
  const own = new Set(drafts.map(({ showId }) => showId))
  return items.filter(({ itemId }) => !own.has(itemId))
}

/** Without a show of their own an organiser may still have those that the shop entered. */
function NoDrafts({
  others,
  isWaiting,
}: {
  others: readonly Item[] | null | undefined
  isWaiting: boolean
}) {
  const t = useTexts()
  if (isWaiting) return <Skeleton label={t('waiting')} blocks={['h-40']} className="mt-group" />
  if (others && others.length > 0) return <p className="mt-group text-soft">{t('showsNoneOwn')}</p>
  return <EmptyState title={t('showsNone')}>{t('showsNoneNote')}</EmptyState>
}

/** The organiser's shows that the shop entered; their dates can be managed, their texts cannot. */
function ShowsOfOthers({ others }: { others: readonly Item[] }) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <section className="mt-part">
      <h2 className="font-display text-xl font-bold">{t('showsOthers')}</h2>
      <p className="mt-1 max-w-[42rem] text-soft">{t('showsOthersNote')}</p>
      <ul className="mt-near border-t border-rule">
        {others.map(({ itemId, name, imageUrl, events }) => (
          <li key={itemId} className="flex items-center gap-group border-b border-rule py-near">
            {imageUrl ? (
              <img
                src={imageUrl}
                alt=""
                width={56}
                height={56}
                className="size-14 rounded-md object-cover"
              />
            ) : (
              <div aria-hidden="true" className="size-14 rounded-md bg-sunk" />
            )}
            <div className="min-w-0">
              {events[0] ? (
                <LocalLink
                  to={`/merchant/dates/${events[0].eventId}`}
                  className="link font-semibold"
                >
                  {name}
                </LocalLink>
              ) : (
                <span className="font-semibold">{name}</span>
              )}
              <Dotted
                className="text-note text-soft"
                facts={[
                  t('showDates', { count: events.length }),
                  events[0] && formatDateTime(locale, events[0].startsAt, events[0].timeZone),
                ]}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A moment by the clock of the venue. */
const momentForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

const tones = { draft: undefined, preview: 'warn', public: 'good', archived: undefined } as const

interface LineProps {
  readonly line: DraftLine
  readonly onCopy: () => void
  readonly onArchive: () => void
}

function Line({ line, onCopy, onArchive }: LineProps) {
  const t = useTexts()
  const locale = useLocale()
  const { draftId, state, dateCount, firstDate, hasChanges, pictureUrl } = line
  const name = line.name || t('showUnnamed')
  return (
    <li className="flex flex-wrap items-center gap-x-group gap-y-tight border-b border-rule py-near">
      {pictureUrl ? (
        <img src={pictureUrl} alt="" width={56} height={56} className="size-14 rounded-md" />
      ) : (
        <div aria-hidden="true" className="size-14 rounded-md bg-sunk" />
      )}
      <div className="min-w-0 grow basis-48">
        <LocalLink to={`/merchant/shows/${draftId}`} className="link font-semibold">
          {name}
        </LocalLink>
        <Dotted
          className="text-note text-soft"
          facts={[
            t('showDates', { count: dateCount }),
            momentForm.test(firstDate) && formatDateTime(locale, `${firstDate}:00Z`, 'UTC'),
          ]}
        />
      </div>
      <Badge tone={tones[state]}>{t(`state-${state}`)}</Badge>
      {hasChanges && state !== 'draft' && <Badge>{t('showChanged')}</Badge>}
      <div className="flex gap-tight">
        <Button look="plain" aria-label={t('showCopyNamed', { name })} onClick={onCopy}>
          {t('showCopy')}
        </Button>
        <Button
          look="plain"
          aria-label={t(state === 'archived' ? 'showRestoreNamed' : 'showArchiveNamed', { name })}
          onClick={onArchive}
        >
          {t(state === 'archived' ? 'showRestore' : 'showArchive')}
        </Button>
      </div>
    </li>
  )
}
