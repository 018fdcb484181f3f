import { eventPath } from '#modules/catalogue/event-path.ts'
import { useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Panel } from '#design/parts/card.tsx'
import { Switch } from '#design/parts/checkbox.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { forget, remember } from '#modules/events/web/search/device.ts'
import { textPath } from '#modules/events/web/search/options.ts'
import {
  followAdd,
  followEmails,
  followRemove,
  type FollowView,
  type ownFollows,
  type SaleAlertView,
  type WatchView,
  watchAdd,
  watchRemove,
} from '#modules/follows/contract.ts'
import { caveaAddSubscription } from '#modules/cinema/cavea-contract.ts'
import { useTexts } from '#modules/follows/web/texts.ts'
import { saveSaleAlert } from '#modules/notifications/contract.ts'
import {
  ownSavedSearchDelete,
  searchSave,
  type ownSavedSearches,
} from '#modules/search/contract.ts'
import { SavedList, type SavedThing } from './saved-list.tsx'

export interface SavedData extends ReplyOf<typeof ownFollows> {
  readonly searches: ReplyOf<typeof ownSavedSearches>['items']
}

/** The customer's follows, watches and saved searches. */
export function SavedSection({ saved }: { saved: SavedData }) {
  const t = useTexts()
  const follows = useFollows(saved.follows)
  const alerts = saved.saleAlerts.map(alertThing)
  const searches = saved.searches.map(searchThing)
  return (
    <>
      <Panel title={t('followsTitle')} note={<p>{t('followsNote')}</p>}>
        <SavedList things={follows} none={t('followsNone')} />
        {follows.length === 0 && (
          <LinkButton look="quiet" to="/events" className="mt-group">
            {t('find')}
          </LinkButton>
        )}
        <EmailSwitch hasEmails={saved.hasEmails} />
      </Panel>
      <Panel title={t('watchesTitle')} note={<p>{t('watchesNote')}</p>}>
        <SavedList things={saved.watches.map(watchThing)} none={t('watchesNone')} />
      </Panel>
      <Panel title={t('alertsTitle')}>
        <SavedList things={alerts} none={t('alertsNone')} />
      </Panel>
      <Panel title={t('searchesTitle')}>
        <SavedList things={searches} none={t('searchesNone')} />
      </Panel>
    </>
  )
}

const kindTexts = {
  show: 'kindShow',
  venue: 'kindVenue',
  person: 'kindPerson',
  event: 'kindEvent',
} as const

function useFollows(follows: readonly FollowView[]): SavedThing[] {
  const t = useTexts()
  const locale = useLocale()
  return follows.map((follow) => {
    const { subjectKind, subjectId, name, startsAt, timeZone, placeName } = follow
    const params = { subjectKind, subjectId }
    const when = startsAt && timeZone ? formatDateTime(locale, startsAt, timeZone) : ''
    return {
      key: `${subjectKind} ${subjectId}`,
      name,
      note: [t(kindTexts[subjectKind]), when, placeName].filter(Boolean).join(' · '),
      path: pathOf(follow),
      remove: () => browserClient(locale).send(followRemove, { params }),
      restore: () => browserClient(locale).send(followAdd, { params }),
    }
  })
}

/** Null if its page no longer exists. */
function pathOf({ subjectKind, subjectId, slug, name }: FollowView): string | null {
  if (subjectKind === 'person') return textPath(name)
  if (slug === null) return null
  if (subjectKind === 'event') return eventPath(subjectId)
  return subjectKind === 'venue' ? `/venues/${slug}` : `/shows/${slug}`
}

function watchThing({ source, subjectKey, subject, name, tells, path }: WatchView): SavedThing {
  const { filmId } = subject
  return {
    key: `${source} ${subjectKey}`,
    name,
    note: tells,
    path,
    remove: () => browserClient().send(watchRemove, { query: { source, subjectKey } }),
    restore: () =>
      typeof filmId === 'number'
        ? browserClient().send(caveaAddSubscription, { body: { movieId: filmId } })
        : browserClient().send(watchAdd, { body: { source, subject } }),
  }
}

function alertThing({ showId, name, slug }: SaleAlertView): SavedThing {
  const save = (isAsked: boolean) =>
    browserClient().send(saveSaleAlert, { params: { showId }, body: { isAsked } })
  return {
    key: `sale ${showId}`,
    name,
    note: '',
    path: `/shows/${slug}`,
    remove: () => save(false),
    restore: () => save(true),
  }
}

function searchThing({ savedSearchId, keyword }: SavedData['searches'][number]): SavedThing {
  return {
    key: `search ${savedSearchId}`,
    name: keyword,
    note: '',
    path: textPath(keyword),
    remove: () => {
      forget('saved', keyword)
      return browserClient().send(ownSavedSearchDelete, { params: { savedSearchId } })
    },
    restore: () => {
      remember('saved', keyword)
      return browserClient().send(searchSave, { query: { keyword } })
    },
  }
}

function EmailSwitch({ hasEmails }: { hasEmails: boolean }) {
  const t = useTexts()
  const [isOn, setOn] = useState(hasEmails)
  const [problem, setProblem] = useState<string | null>(null)

  async function choose(wanted: boolean): Promise<void> {
    setProblem(null)
    setOn(wanted)
    try {
      await browserClient().send(followEmails, { body: { hasEmails: wanted } })
    } catch (error) {
      setOn(!wanted)
      setProblem(error instanceof CallError ? error.message : t('networkProblem'))
    }
  }

  return (
    <div className="mt-group">
      {problem && <Notice>{problem}</Notice>}
      <Switch
        label={t('emailsSwitch')}
        hint={t('emailsHint')}
        checked={isOn}
        onChange={(event) => void choose(event.target.checked)}
      />
    </div>
  )
}
