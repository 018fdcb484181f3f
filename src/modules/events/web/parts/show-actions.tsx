import type { ShowPage } from '#modules/catalogue/contract.ts'
import { VideoButton } from '#design/parts/video-button.tsx'
import FollowButton from '../follow/follow-button.tsx'
import { useFollowTexts } from '../follow/texts.ts'
import { ShareButton } from './share-button.tsx'

/** Actions on a show besides buying: follow and share. */
export default function ShowActions({
  show,
}: {
  show: Pick<ShowPage['show'], 'showId' | 'name' | 'trailerUrl'>
}) {
  const t = useFollowTexts()
  return (
    <div className="mt-group flex flex-wrap items-start gap-near">
      <FollowButton kind="show" id={show.showId} name={show.name} />
      <ShareButton title={show.name} isSmall />
      {show.trailerUrl !== null && (
        <VideoButton
          address={show.trailerUrl}
          label={t('trailer')}
          title={t('trailerOf', { name: show.name })}
        />
      )}
    </div>
  )
}
