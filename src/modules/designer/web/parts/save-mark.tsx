import { useTexts } from '../texts.ts'
import type { SaveState } from '../use-autosave.ts'

/** State of automatic saving. */
export function SaveMark({ state }: { state: SaveState }) {
  const t = useTexts()
  return (
    <output
      data-state={state}
      className={`text-note ${state === 'failed' || state === 'conflict' ? 'text-accent' : 'text-soft'}`}
    >
      {t(`save_${state}`)}
    </output>
  )
}
