import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { CallError } from '#contract/client.ts'
import { Button } from '#design/parts/button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useTexts } from '#modules/follows/web/texts.ts'

export interface SavedThing {
  readonly key: string
  readonly name: string
  readonly note: string
  /** Null if its page no longer exists. */
  readonly path: string | null
  readonly remove: () => Promise<unknown>
  readonly restore: () => Promise<unknown>
}

/** Saved items, each with an undoable remove button. */
export function SavedList({ things, none }: { things: readonly SavedThing[]; none: string }) {
  const t = useTexts()
  const { revalidate } = useRevalidator()
  const [working, setWorking] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)

  async function run(key: string, work: () => Promise<unknown>): Promise<boolean> {
    setProblem(null)
    setWorking(key)
    try {
      await work()
      await revalidate()
      return true
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : t('networkProblem'))
      return false
    } finally {
      setWorking(null)
    }
  }

  async function remove(thing: SavedThing): Promise<void> {
    const { key, name, restore } = thing
    if (!(await run(key, thing.remove))) return
    // The pressed button has disappeared with its row.
    list.current?.focus({ preventScroll: true })
    showToast({
      text: t('removed', { name }),
      action: { label: t('undo'), onPress: () => void run(key, restore) },
    })
  }

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {problem && <Notice>{problem}</Notice>}
      {things.length === 0 ? (
        <p className="text-soft">{none}</p>
      ) : (
        <ul className="border-t border-rule">
          {things.map((thing) => (
            <li
              key={thing.key}
              className="flex items-center justify-between gap-x-4 border-b border-rule py-2"
            >
              <p className="min-w-0">
                {thing.path === null ? (
                  <span className="font-semibold">{thing.name}</span>
                ) : (
                  <LocalLink to={thing.path} className="link font-semibold">
                    {thing.name}
                  </LocalLink>
                )}
                {thing.note && <span className="block text-note text-soft">{thing.note}</span>}
              </p>
              <Button
                look="plain"
                aria-label={t('removeNamed', { name: thing.name })}
                isWaiting={working === thing.key}
                onClick={() => void remove(thing)}
              >
                {t('remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
