import type { ShowPage } from '#modules/catalogue/contract.ts'
import FollowButton from '../follow/follow-button.tsx'
import { ShareButton } from './share-button.tsx'

/** What one does with a show besides buying: follow it, tell somebody. */
export default function ShowActions({ show }: { show: Pick<ShowPage['show'], 'showId' | 'name'> }) {
  return (
    <div className="mt-group flex items-start gap-near tablet:flex-wrap">
      <FollowButton kind="show" id={show.showId} name={show.name} />
      <ShareButton title={show.name} isSmall />
    </div>
  )
}
