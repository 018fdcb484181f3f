import { EllipsisVertical } from 'lucide-react'
import { useRef, useState, type ComponentType } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { Menu, MenuItem, MenuLink } from '#design/parts/menu.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import type { OrderTicketsView } from '../../contract.ts'
import type { TicketCardView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'
import type { ActionPanelProps, TicketAction } from './actions/action.ts'
import { kindOf } from '../numbers-in-kind.ts'
import { ticketActions, ticketLinks } from './actions/offered.ts'

export interface TicketActionsProps {
  readonly ticket: TicketCardView
  readonly number: number
  /** Null on the page of received tickets: their order is somebody else's. */
  readonly order: OrderTicketsView['order'] | null
  readonly heldCount: number
}

/**
 * All that can be done with a ticket behind one button. What an entry opens is downloaded then, so that codes are
 * shown without waiting for it.
 */
export function TicketActions({ ticket, number, order, heldCount }: TicketActionsProps) {
  const t = useTexts()
  const [opened, setOpened] = useState<TicketAction | null>(null)
  const offered = ticketActions.filter((action) => action.isOffered(ticket, order))
  const ways = ticketLinks.flatMap((way) => {
    const path = order === null ? null : way.pathOf(ticket)
    return path === null ? [] : [{ ...way, path }]
  })
  if (offered.length + ways.length === 0) return null
  return (
    <>
      <Menu
        label={t('actionsOf', { kind: kindOf(ticket), number })}
        heading={t('actionsTitle', { kind: kindOf(ticket), number })}
        trigger={<EllipsisVertical size={20} aria-hidden="true" />}
        button={{ className: 'not-printed px-2.5' }}
        align="end"
        isSheet
      >
        {offered.map((action) => (
          <MenuItem
            key={action.id}
            icon={<action.Icon {...iconLook} />}
            onSelect={() => setOpened(action)}
          >
            {t(action.label)}
          </MenuItem>
        ))}
        {ways.map(({ id, label, Icon, path }) => (
          <MenuLink key={id} to={path} icon={<Icon {...iconLook} />}>
            {t(label)}
          </MenuLink>
        ))}
      </Menu>
      <PanelDialog
        action={opened}
        onClosed={() => setOpened(null)}
        about={{
          ticket,
          number,
          orderNumber: ticket.orderNumber,
          isBuyers: order !== null,
          heldCount,
        }}
      />
    </>
  )
}

const iconLook = { size: 20, 'aria-hidden': true, className: 'shrink-0 text-accent' } as const

interface PanelDialogProps {
  readonly action: TicketAction | null
  readonly about: Omit<ActionPanelProps, 'onClose'>
  readonly onClosed: () => void
}

/** An action's panel while it is open; what it has changed is loaded anew when it closes. */
export function PanelDialog({ action, about, onClosed }: PanelDialogProps) {
  const t = useTexts()
  const { revalidate } = useRevalidator()
  const isOutdated = useRef(false)
  async function close(hasChanged = false): Promise<void> {
    if (hasChanged || isOutdated.current) await revalidate()
    isOutdated.current = false
    onClosed()
  }
  function markOutdated(): void {
    isOutdated.current = true
  }
  return (
    <Dialog
      isOpen={action !== null}
      title={action ? t(action.label) : ''}
      onClose={() => void close()}
    >
      {action && (
        <LoadedPanel
          key={action.id}
          action={action}
          about={{ ...about, onChanged: markOutdated }}
          onClose={(hasChanged) => void close(hasChanged)}
        />
      )}
    </Dialog>
  )
}

/** The panel once its script is here; a skeleton until then, and a way to ask again when it does not come. */
export function LoadedPanel({
  action,
  about,
  onClose,
}: {
  action: TicketAction
  about: PanelDialogProps['about']
  onClose: ActionPanelProps['onClose']
}) {
  const t = useTexts()
  const [Panel, setPanel] = useState<ComponentType<ActionPanelProps> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const asked = useRef(false)

  function load(): void {
    setFailed(false)
    action.load().then(
      (loaded) => setPanel(() => loaded.default),
      () => setFailed(true),
    )
  }

  function loadOnce(): void {
    if (asked.current) return
    asked.current = true
    load()
  }

  if (Panel) return <Panel {...about} onClose={onClose} />
  if (hasFailed) {
    return (
      <div className="mt-4 space-y-4">
        <Notice>{t('actionNotLoaded')}</Notice>
        <Button onClick={load}>{t('tryAgain')}</Button>
      </div>
    )
  }
  return (
    <div ref={loadOnce}>
      <Skeleton
        label={t('actionLoading')}
        blocks={['h-5 w-4/5', 'h-12', 'h-12 w-1/2']}
        className="mt-4"
      />
    </div>
  )
}
