/** An e-mail address that continues on another line, where it must, before its host and not within a word. */
export function EmailAddress({ children }: { readonly children: string }) {
  const [name = '', ...host] = children.split('@')
  return (
    <span className="break-words">
      {name}
      {host.length > 0 && (
        <>
          <wbr />@{host.join('@')}
        </>
      )}
    </span>
  )
}
