import { EllipsisVertical } from 'lucide-react'
import { useId, useRef, useState, type ComponentType, type KeyboardEvent } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import type { OrderTicketsView } from '../../contract.ts'
import type { TicketCardView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'
import type { ActionPanelProps, TicketAction } from './actions/action.ts'
import { ticketActions, ticketWays } from './actions/offered.ts'

interface TicketActionsProps {
  readonly ticket: TicketCardView
  readonly number: number
  /** Null on the page of received tickets: their order is somebody else's. */
  readonly order: OrderTicketsView['order'] | null
  readonly heldCount: number
}

/**
 * All that can be done with a ticket behind one button: a popover of the browser, a sheet at the bottom of a
 * phone. What an entry opens is downloaded then, so that the codes at the door wait for none of it.
 */
export function TicketActions({ ticket, number, order, heldCount }: TicketActionsProps) {
  const t = useTexts()
  const menuId = useId()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<TicketAction | null>(null)
  const offered = ticketActions.filter((action) => action.isOffered(ticket, order))
  const ways = ticketWays.flatMap((way) => {
    const path = order === null ? null : way.pathOf(ticket)
    return path === null ? [] : [{ ...way, path }]
  })
  if (offered.length + ways.length === 0) return null
  const anchor = `--ticket-${number}`

  function open(action: TicketAction): void {
    menu.current?.hidePopover()
    // The dialog gives the focus back to what had it when it opened.
    button.current?.focus()
    setOpened(action)
  }

  return (
    <>
      <Button
        look="quiet"
        ref={button}
        popoverTarget={menuId}
        aria-label={t('actionsOf', { number })}
        style={{ anchorName: anchor }}
        className="not-printed px-2.5"
      >
        <EllipsisVertical size={20} aria-hidden="true" />
      </Button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        className="ticket-menu not-printed"
        style={{ positionAnchor: anchor }}
      >
        <p className="px-3 pt-2 pb-1 text-sm text-soft">{t('actionsTitle', { number })}</p>
        <ul>
          {offered.map((action) => (
            <li key={action.id}>
              <button
                type="button"
                onClick={() => open(action)}
                onKeyDown={moveByArrows}
                className={entryLook}
              >
                <action.Icon size={20} aria-hidden="true" className="shrink-0 text-accent" />
                {t(action.label)}
              </button>
            </li>
          ))}
          {ways.map(({ id, label, Icon, path }) => (
            <li key={id}>
              <LocalLink to={path} onKeyDown={moveByArrows} className={entryLook}>
                <Icon size={20} aria-hidden="true" className="shrink-0 text-accent" />
                {t(label)}
              </LocalLink>
            </li>
          ))}
        </ul>
      </div>
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

const entryLook =
  'flex min-h-12 w-full items-center gap-3 rounded-md px-3 text-left font-semibold hover:bg-sunk'

/** Up and down go round the entries, as in a menu; Tab and Escape are the browser's own. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const list = event.currentTarget.closest('ul')
  const entries = [...(list?.querySelectorAll<HTMLElement>('button, a') ?? [])]
  const at = entries.indexOf(event.currentTarget)
  entries.at((at + step) % entries.length)?.focus()
}

interface PanelDialogProps {
  readonly action: TicketAction | null
  readonly about: Omit<ActionPanelProps, 'onClose'>
  readonly onClosed: () => void
}

function PanelDialog({ action, about, onClosed }: PanelDialogProps) {
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
