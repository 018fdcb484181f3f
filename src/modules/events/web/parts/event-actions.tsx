import { Ellipsis, Info, Navigation, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Menu, MenuItem, MenuLink } from '#design/parts/menu.tsx'
import { Notice } from '#design/parts/notice.tsx'
import type { EventPage } from '#modules/catalogue/contract.ts'
import { useFollowTexts } from '../follow/texts.ts'
import { directionsAddress } from '../map-links.ts'
import { useShare } from './use-share.ts'

interface EventActionsProps {
  readonly show: Pick<EventPage['show'], 'name' | 'summary' | 'performers'>
  readonly venue: Pick<EventPage['venue'], 'latitude' | 'longitude'>
  /** Page of the show, with the key if it is private. */
  readonly showPath: string
}

/** Information about a date besides its places: the show, directions, and sharing. */
export default function EventActions({ show, venue, showPath }: EventActionsProps) {
  const t = useFollowTexts()
  const [isAboutOpen, setAboutOpen] = useState(false)
  const { share, problem } = useShare(show.name)
  const openAbout = () => setAboutOpen(true)
  const directions = directionsAddress(venue)
  return (
    <>
      <div className="hidden gap-tight desk:flex">
        <Button look="quiet" onClick={openAbout}>
          <Info size={20} aria-hidden="true" />
          {t('about')}
        </Button>
        <LinkButton look="quiet" href={directions} target="_blank" rel="noreferrer">
          <Navigation size={20} aria-hidden="true" />
          {t('directions')}
        </LinkButton>
        <Button look="quiet" onClick={() => void share()}>
          <Share2 size={20} aria-hidden="true" />
          {t('share')}
        </Button>
      </div>
      <div className="desk:hidden">
        <Menu
          label={t('more')}
          trigger={<Ellipsis size={22} aria-hidden="true" />}
          button={{ look: 'plain', className: 'button-icon' }}
          align="end"
        >
          <MenuItem icon={<Info size={20} aria-hidden="true" />} onSelect={openAbout}>
            {t('about')}
          </MenuItem>
          <MenuLink icon={<Navigation size={20} aria-hidden="true" />} href={directions}>
            {t('directions')}
          </MenuLink>
          <MenuItem icon={<Share2 size={20} aria-hidden="true" />} onSelect={() => void share()}>
            {t('share')}
          </MenuItem>
        </Menu>
      </div>
      {problem && <Notice>{problem}</Notice>}
      <Dialog isOpen={isAboutOpen} title={show.name} isSheet onClose={() => setAboutOpen(false)}>
        <p className="mt-near text-lead leading-relaxed">{show.summary}</p>
        <ul className="mt-near text-soft">
          {show.performers.slice(0, performersMax).map(({ name, role }) => (
            <li key={`${name}${role}`}>
              {name}, {role}
            </li>
          ))}
        </ul>
        <div className="mt-group flex flex-wrap gap-near">
          <LinkButton to={showPath}>{t('wholePage')}</LinkButton>
          <Button look="quiet" onClick={() => setAboutOpen(false)}>
            {t('close')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

/** The page of the show lists all of them. */
const performersMax = 4
