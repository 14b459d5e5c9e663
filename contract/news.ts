import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  eventType,
  imageName,
  integer,
  listOf,
  moment,
  momentOut,
  singleLineText,
  noReply,
  nothing,
  optionalText,
  paging,
  nonBlankText,
  flagText,
} from './fields.ts'
import { eventId, newsId, newsIdText } from './ids.ts'
import { publishing } from './publishing.ts'

const newsFields = {
  id: newsId,
  title: z.string(),
  summary: z.string(),
  published: momentOut,
  imageName: z.nullable(imageName),
  eventId: z.nullable(eventId),
  eventTitle: z.nullable(z.string()),
  eventType: z.nullable(eventType),
  event: z.nullable(z.object({ id: eventId, title: z.string() })),
  text: z.string(),
}

/** `read` is present in the personal feed only. */
export const news = z.object({ ...newsFields, read: z.optional(z.boolean()) })
export type News = z.input<typeof news>

export const newsSearch = z.object({
  ...paging,
  content: z.optional(optionalText()),
  eventTitle: z.optional(optionalText()),
  eventType: z.optional(eventType),
  from: z.optional(moment),
  to: z.optional(moment),
  read: z.optional(flagText),
})
export type NewsSearch = z.output<typeof newsSearch>

/** The page sizes of the news on the home page and of the news list. */
export const LATEST_NEWS_PER_PAGE = 3
export const NEWS_PER_PAGE = 15

export const newNews = z.object({
  title: singleLineText(),
  summary: nonBlankText(),
  text: nonBlankText(10_000),
  /** 0 for no event, and for no image. */
  eventId: integer(0),
  imageId: integer(0),
  ...publishing,
})

export const listNews = endpoint({
  method: 'GET',
  path: '/news',
  summary: 'List all news, newest first.',
  access: 'anyone',
  params: nothing,
  query: newsSearch,
  body: nothing,
  reply: listOf(news),
  status: 200,
  problems: [],
})

export const listOwnNews = endpoint({
  method: 'GET',
  path: '/news/user',
  summary: 'List all news with your read marks, or only read or unread news.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: nothing,
  query: newsSearch,
  body: nothing,
  reply: listOf(news),
  status: 200,
  problems: [],
})

export const getNews = endpoint({
  method: 'GET',
  path: '/news/:id',
  summary: 'Get a news article.',
  access: 'anyone',
  params: z.object({ id: newsIdText }),
  query: nothing,
  body: nothing,
  reply: news,
  status: 200,
  problems: ['not_found'],
})

export const markNewsRead = endpoint({
  method: 'POST',
  path: '/news/:id',
  summary: 'Mark a news article as read.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: newsIdText }),
  query: nothing,
  body: nothing,
  reply: noReply,
  status: 204,
  problems: ['not_found'],
})

export const createNews = endpoint({
  method: 'POST',
  path: '/news',
  summary: 'Create a news article. It is published at once unless asked otherwise.',
  access: 'admin',
  needsVerifiedEmail: true,
  params: nothing,
  query: nothing,
  body: newNews,
  reply: news,
  status: 201,
  problems: ['not_found'],
})
