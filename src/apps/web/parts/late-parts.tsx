import { Footer } from './footer.tsx'
import { OfflineLinks } from './offline-links.tsx'

/** Parts of the layout that no page needs at first. */
export default function LateParts() {
  return (
    <>
      <Footer />
      <OfflineLinks />
    </>
  )
}
