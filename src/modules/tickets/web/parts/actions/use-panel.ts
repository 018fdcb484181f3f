import { useWork } from '#design/data/use-work.ts'
import { useTransferTexts } from '../../transfer-texts.ts'

/** The work of a panel, in the words of this module. */
export function usePanelWork() {
  const t = useTransferTexts()
  return useWork(t('networkProblem'))
}
