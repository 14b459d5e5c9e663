import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { integer, listOf, noReply, nothing, optionalText, paging } from './fields.ts'
import { imageId, newsIdText } from './ids.ts'
import { news, newNews } from './news.ts'
import { changedPublication, publicationFields, publicationFilter } from './publication.ts'
import { notPublishing } from './publishing.ts'

/** An article with what only administrators need. */
export const adminNews = z.extend(z.omit(news, { read: true }), {
  imageId: z.nullable(imageId),
  ...publicationFields,
  version: z.number(),
})
export type AdminNews = z.input<typeof adminNews>

export const changedNews = z.extend(z.omit(newNews, notPublishing), { version: integer(1) })

export const listAdminNews = endpoint({
  method: 'GET',
  path: '/admin/news',
  summary: 'List news articles, filtered by their texts and publication. Drafts first, then the newest.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: nothing,
  query: z.object({ ...paging, content: z.optional(optionalText()), ...publicationFilter }),
  body: nothing,
  reply: listOf(adminNews),
  status: 200,
  problems: [],
})

export const getAdminNews = endpoint({
  method: 'GET',
  path: '/admin/news/:id',
  summary: 'Get a news article for editing.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: newsIdText }),
  query: nothing,
  body: nothing,
  reply: adminNews,
  status: 200,
  problems: ['deleted', 'not_found'],
})

export const editNews = endpoint({
  method: 'PUT',
  path: '/admin/news/:id',
  summary: 'Replace the fields of a news article. Refused if the version is not the current one.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: z.object({ id: newsIdText }),
  query: nothing,
  body: changedNews,
  reply: adminNews,
  status: 200,
  problems: ['changed_meanwhile', 'deleted', 'not_found'],
})

export const publishNews = endpoint({
  method: 'PUT',
  path: '/admin/news/:id/publication',
  summary: 'Publish a news article at once or from a time, or take it back as a draft.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: z.object({ id: newsIdText }),
  query: nothing,
  body: changedPublication,
  reply: adminNews,
  status: 200,
  problems: ['changed_meanwhile', 'deleted', 'not_found'],
})

export const deleteNews = endpoint({
  method: 'DELETE',
  path: '/admin/news/:id',
  summary: 'Delete a news article and its read marks.',
  access: 'admin',
  needsVerifiedEmail: false,
  params: z.object({ id: newsIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: [],
})
