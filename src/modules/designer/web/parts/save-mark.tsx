import { useTexts } from '../texts.ts'
import type { SaveState } from '../use-autosave.ts'

/** Whether what was drawn is kept. */
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
