import { useParams } from '@tanstack/react-router'

type PageOf<Id> = { readonly readId: (text: string) => Id | undefined }

/** Answers the id in the address of this page; undefined when it cannot be one. */
export function useIdParam<Id>(page: PageOf<Id>): Id | undefined {
  const text = useParams({ strict: false, select: ({ id = '' }: { id?: string }) => id })
  return page.readId(text)
}
