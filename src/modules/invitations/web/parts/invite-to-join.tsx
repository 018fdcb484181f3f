import { useTexts } from '../texts.ts'
import { Invitations } from './invitations.tsx'

/** Panel that invites people to receive tickets of an order and shows who has accepted. */
export default function InviteToJoin({ orderKey }: { orderKey: string }) {
  const t = useTexts()
  return <Invitations orderKey={orderKey} purpose="join" explanation={t('inviteText')} />
}
