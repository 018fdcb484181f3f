import { Share2 } from 'lucide-react'
import { Button } from '#design/parts/button.tsx'
import { useFollowTexts } from '../follow/texts.ts'
import { useShare } from './use-share.ts'

/** Shares the page; on phones an icon only if it is beside another button. */
export function ShareButton({ title, isSmall = false }: { title: string; isSmall?: boolean }) {
  const t = useFollowTexts()
  const { share, problem } = useShare(title)
  return (
    <span>
      <Button look="quiet" onClick={() => void share()}>
        <Share2 size={20} aria-hidden="true" />
        <span className={isSmall ? 'max-tablet:sr-only' : undefined}>{t('share')}</span>
      </Button>
      <output className="mt-2 block text-warn empty:hidden">{problem}</output>
    </span>
  )
}
