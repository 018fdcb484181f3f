import { Skeleton } from '#design/parts/skeleton.tsx'

/** Placeholders for the next shows. */
export default function PlaceholderRow() {
  return (
    <div
      aria-hidden="true"
      className="mt-8 grid grid-cols-2 gap-x-4 gap-y-8 tablet:grid-cols-3 tablet:gap-x-6 desk:grid-cols-5 wide:grid-cols-6"
    >
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton
          key={index}
          blocks={['aspect-[3/4] w-full']}
          className="last:hidden wide:last:block"
        />
      ))}
    </div>
  )
}
