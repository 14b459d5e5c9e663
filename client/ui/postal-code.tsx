const unbroken = { display: 'inline-block' }

/** Shows a postal code such as 90-035, which breaks only where it is longer than a line. */
export function PostalCode({ children }: { readonly children: string }) {
  return <span style={unbroken}>{children}</span>
}
