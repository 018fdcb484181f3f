import { Eye } from 'lucide-react'
import { useKindsTexts } from '../kinds-texts.ts'

/** Says on the page of a private or unannounced show that others do not see it. */
export function PreviewNote({ show }: { show: { access: number; status: number } }) {
  const k = useKindsTexts()
  const isPrivate = show.access === 1
  const isInactive = show.status === 2
  if (!isPrivate && !isInactive) return null
  return (
    <p role="note" className="border-b border-rule bg-accent-wash py-2.5 text-[0.9375rem]">
      <span className="page flex items-center gap-2.5">
        <Eye size={18} aria-hidden="true" className="shrink-0" />
        {k('preview')}
      </span>
    </p>
  )
}
