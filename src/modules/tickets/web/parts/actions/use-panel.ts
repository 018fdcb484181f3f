import { useWork } from '#design/data/use-work.ts'
import { usePassingTexts } from '../../passing-texts.ts'

/** The work of a panel, in the words of this room. */
export function usePanelWork() {
  const t = usePassingTexts()
  return useWork(t('networkProblem'))
}
