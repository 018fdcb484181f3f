import { X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useVisitor } from '#design/data/visitor.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import { ownSavedSearchDelete, ownSavedSearches } from '#modules/search/contract.ts'
import { forget, useRemembered } from './device.ts'
import { textPath } from './options.ts'
import { useSearchTexts } from './texts.ts'
import { useSuggestions } from './use-suggestions.ts'

interface AccountSearch {
  readonly savedSearchId: number
  readonly keyword: string
}

/** Shown before a search, or without results: recent, saved and popular searches. */
export function Starts() {
  const t = useSearchTexts()
  const recent = useRemembered('recent')
  const onDevice = useRemembered('saved')
  const [inAccount, setInAccount] = useAccountSearches()
  const top = useSuggestions('')?.texts ?? []
  const elsewhere = inAccount.filter(({ keyword }) => !onDevice.includes(keyword))

  function clearSaved(keyword: string): void {
    forget('saved', keyword)
    for (const { savedSearchId } of inAccount.filter((one) => one.keyword === keyword))
      browserClient()
        .send(ownSavedSearchDelete, { params: { savedSearchId } })
        .catch(() => undefined)
    setInAccount(inAccount.filter((one) => one.keyword !== keyword))
  }

  const saved = [...onDevice, ...elsewhere.map(({ keyword }) => keyword)]
  return (
    <div className="mt-8 grid gap-8">
      {saved.length > 0 && <Chips name={t('saved')} texts={saved} onClear={clearSaved} />}
      {recent.length > 0 && (
        <Chips
          name={t('recent')}
          texts={recent}
          onClear={(text) => forget('recent', text)}
          more={
            <button type="button" className="link min-h-11" onClick={() => forget('recent')}>
              {t('clearRecent')}
            </button>
          }
        />
      )}
      {top.length > 0 ? (
        <Chips name={t('top')} texts={top} />
      ) : (
        <Chips name={t('examples')} texts={[t('today'), t('tomorrow'), t('weekend'), t('free')]} />
      )}
    </div>
  )
}

/** The account's saved searches; empty without sign-in. */
function useAccountSearches(): [
  readonly AccountSearch[],
  (list: readonly AccountSearch[]) => void,
] {
  const [list, setList] = useState<readonly AccountSearch[]>([])
  const isCustomer = useVisitor()?.actor === 'customer'
  useEffect(() => {
    if (!isCustomer) return
    const stale = new AbortController()
    browserClient()
      .send(ownSavedSearches, {}, { signal: stale.signal })
      .then((reply) => setList(reply.items))
      // The device's own list remains.
      .catch(() => undefined)
    return () => stale.abort()
  }, [isCustomer])
  return [list, setList]
}

function Chips(props: {
  name: string
  texts: readonly string[]
  onClear?: (text: string) => void
  more?: ReactNode
}) {
  const t = useSearchTexts()
  const { onClear } = props
  return (
    <section>
      <h2 className="font-display text-xl font-bold">{props.name}</h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {props.texts.map((text) => (
          <li key={text} className="flex max-w-full">
            <LocalLink
              to={textPath(text)}
              className={`chip max-w-full whitespace-normal ${onClear ? 'rounded-r-none' : ''}`}
            >
              {text}
            </LocalLink>
            {onClear && (
              <button
                type="button"
                aria-label={t('forget', { text })}
                onClick={() => onClear(text)}
                className="chip rounded-l-none border-l-0 px-2.5"
              >
                <X size={16} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {props.more}
    </section>
  )
}
