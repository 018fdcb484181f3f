import { useShowTexts } from '../texts.ts'

/** A notice on the page of a private or unannounced show that it is not public. */
export function PreviewNote({ show }: { show: { access: number; status: number } }) {
  const t = useShowTexts()
  const isPrivate = show.access === 1
  const isInactive = show.status === 2
  if (!isPrivate && !isInactive) return null
  return (
    <p role="note" className="border-b border-rule bg-accent-wash py-2.5 text-note">
      <span className="page flex items-center gap-2.5">
        <svg
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          className="size-[1.125rem] shrink-0"
          aria-hidden="true"
        >
          <path d="M2 12q4-7 10-7t10 7q-4 7-10 7T2 12ZM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z" />
        </svg>
        {t('preview')}
      </span>
    </p>
  )
}
