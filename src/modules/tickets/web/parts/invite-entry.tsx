import { UserPlus } from 'lucide-react'
import { createContext, Suspense, useContext, useState, type ReactNode } from 'react'
import { Dialog } from '#design/parts/dialog.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { useTexts } from '../texts.ts'

/** Provided by the shell: invitations are a module of a higher layer. Without it nobody can be invited. */
export const InvitingContext = createContext<((orderKey: string) => ReactNode) | null>(null)

/** The entry by which the owner of several tickets invites people to come along. */
export function InviteEntry({ orderKey, look }: { orderKey: string; look: string }) {
  const t = useTexts()
  const panel = useContext(InvitingContext)
  const [isOpen, setOpen] = useState(false)
  if (!panel) return null
  return (
    <li>
      <button type="button" className={look} onClick={() => setOpen(true)}>
        <UserPlus size={20} aria-hidden="true" className="text-accent" />
        {t('inviteToJoin')}
      </button>
      <Dialog isOpen={isOpen} title={t('inviteToJoin')} onClose={() => setOpen(false)}>
        <Suspense fallback={<Skeleton className="mt-4" />}>{panel(orderKey)}</Suspense>
      </Dialog>
    </li>
  )
}
