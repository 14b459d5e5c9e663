import { useParams } from '@tanstack/react-router'

type DetailPage<Id> = { readonly readId: (text: string) => Id | undefined }

/** Returns the id in the address of this page; undefined if it is invalid. */
export function useIdParam<Id>(page: DetailPage<Id>): Id | undefined {
  const text = useParams({ strict: false, select: ({ id = '' }: { id?: string }) => id })
  return page.readId(text)
}
