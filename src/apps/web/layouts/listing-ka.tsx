import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { listingRooms } from '../messages/listing-ka.ts'
import { rooms } from '../messages/rooms-ka.ts'

const all = { ...rooms, ...listingRooms }

export default function Layout() {
  return (
    <TextsProvider locale="ka" rooms={all}>
      <Outlet />
    </TextsProvider>
  )
}
