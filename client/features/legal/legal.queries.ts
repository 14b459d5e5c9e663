import { queryOptions } from '@tanstack/react-query'
import { getLegalText } from '#contract/legal.ts'
import type { LegalPage } from '#domain/legal-pages.ts'
import { asking } from '#client/calls/ask.ts'

export const legalQuery = (page: LegalPage) =>
  queryOptions({
    queryKey: ['legal', page],
    ...asking(getLegalText, { params: { page } }, { isForEveryone: true }),
    meta: { showsError: true },
  })
