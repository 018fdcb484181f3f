import { useTexts } from '../texts.ts'
import { Invitations } from './invitations.tsx'

/** Invites people to come along, and shows who has accepted. */
export default function InviteToJoin({ orderKey }: { orderKey: string }) {
  const t = useTexts()
  return <Invitations orderKey={orderKey} purpose="join" explanation={t('inviteText')} />
}
